// «Провести и напечатать»: the paper that the server names for the way of the payment is printed, nothing is asked.
import { beforeEach, expect, it, vi } from 'vitest';
import { documentTypeInfo, generateDocument, type DocumentTypeInfo } from '../../contract/documents.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { printOrder } from '../../resources/payments/desk/printOrder.ts';

const base = {
  is_po_specific: true,
  is_already_printed: false,
  is_number_of_card: false,
  consents: null,
  asks_court: false,
  people: null,
  doubtful: [],
  unknown: null,
  printed: null,
  po: { id: 4, name: 'КАС № 1' },
  refusal: null,
};
const order: DocumentTypeInfo = {
  ...base,
  id: 7,
  document_type: 'ПКО КО-1 с квитанцией',
  is_manual_numerated: true,
  is_date_specific: true,
  date_mode: 'day',
  number: '15',
  next_number: '15',
};
const receipt: DocumentTypeInfo = {
  ...base,
  id: 6,
  document_type: 'Квитанция на оплату с QR',
  is_manual_numerated: false,
  is_date_specific: false,
  date_mode: null,
  number: '1-6/2-26',
  next_number: '1-6/2-26',
};
let offered: DocumentTypeInfo[];
const asked: unknown[] = [];
const printed: unknown[] = [];
const told: string[] = [];
const opened: unknown[] = [];
vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: async (endpoint: AnyEndpoint, { body }: { body: unknown }) => {
    expect(endpoint).toBe(documentTypeInfo);
    asked.push(body);
    return { data: offered };
  },
  download: async (endpoint: AnyEndpoint, { body }: { body: unknown }) => {
    expect(endpoint).toBe(generateDocument);
    printed.push(body);
    return { name: 'лист.pdf', blob: new Blob(), record: 5 };
  },
  saveFile: () => undefined,
}));
vi.mock('../../widgets/printFile.ts', () => ({ printFile: () => undefined }));
vi.mock('../../widgets/toasts.ts', () => ({ toast: (text: string) => told.push(text) }));
vi.mock('../../widgets/modals.ts', () => ({ openModal: (modal: unknown) => opened.push(modal) }));

beforeEach(() => {
  for (const list of [asked, printed, told, opened]) list.length = 0;
});

it('cash: the order with the next number and the day of the payment', async () => {
  offered = [order];
  await printOrder(77, '2026-11-18');
  expect(asked).toEqual([{ contribution_id: 77, document_types: [7, 6] }]);
  expect(printed).toEqual([
    {
      contribution_id: 77,
      document_type_id: 7,
      specific_po: 4,
      number: '15',
      start_date: '2026-11-18',
      end_date: '2026-11-18',
    },
  ]);
});

it('money of a bank: the receipt, its number is the server’s', async () => {
  offered = [receipt];
  await printOrder(78, '2026-11-18');
  expect(printed).toEqual([{ contribution_id: 78, document_type_id: 6, specific_po: 4 }]);
  expect(told).toEqual(['Оплата проведена, напечатано: лист.pdf']);
});

it('a paper of every ПО, and one whose ПО is not known, name none', async () => {
  for (const paper of [
    { ...receipt, is_po_specific: false },
    { ...receipt, po: null },
  ]) {
    offered = [paper];
    await printOrder(78, '2026-11-18');
  }
  expect(printed).toEqual([
    { contribution_id: 78, document_type_id: 6 },
    { contribution_id: 78, document_type_id: 6 },
  ]);
});

it('no paper for the way: said in words, the payment stands', async () => {
  offered = [];
  await printOrder(79, '2026-11-18');
  expect(printed).toEqual([]);
  expect(told).toEqual(['Оплата проведена, но документ не напечатан: для такого способа оплаты документа нет']);
  expect(opened).toHaveLength(1);
});

it('a paper that is refused: its reason is said, nothing is printed, the window stays open for it', async () => {
  offered = [{ ...receipt, refusal: 'у ПО нет счёта: деньги принимать некуда' }];
  await printOrder(81, '2026-11-18');
  expect(printed).toEqual([]);
  expect(told).toEqual(['Оплата проведена, но документ не напечатан: у ПО нет счёта: деньги принимать некуда']);
  expect(opened).toEqual([
    { name: 'print-document', about: { contribution_id: 81 }, day: '2026-11-18', title: 'Документ на принятую оплату' },
  ]);
});

it('a name that the program is not sure of: nothing is printed, the window asks with the day of the payment', async () => {
  offered = [{ ...order, doubtful: [{ id: 3, name: 'Воробей Любовь Петровна', words: 'кого — Воробьи' }] }];
  await printOrder(80, '2026-11-18');
  expect(printed).toEqual([]);
  expect(told).toEqual(['Оплата проведена. Перед печатью проверьте склонение имени']);
  expect(opened).toEqual([
    {
      name: 'print-document',
      about: { contribution_id: 80 },
      types: [7],
      day: '2026-11-18',
      title: 'Документ на принятую оплату',
    },
  ]);
});
