// 14. Card of a garage: what the office knows of it, on two sides.
import { formatPhone } from '../../../contract/kernel/words.ts';
import { factTable, lines, ruledTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { longDate, shortDate } from '../../kernel/paper/words.ts';
import { isOfSociety, wordsOfForm } from '../rules/orgForms.ts';
import { areaOf, pibNumberOf, sizeOf } from '../rules/values.ts';
import { chairman, presentOwners, shareOf, type Layout } from './layout.ts';

export const ownerCard: Layout = {
  code: 'owner_card',
  frame: 'letter',
  text: richLines(`
    # УЧЁТНАЯ КАРТОЧКА ГАРАЖА
    ## Гараж
    [[СведенияГаража]]
    ## Основной владелец
    [[СведенияВладельца]]
    ## Все владельцы и доли
    [[Совладельцы]]
    ## История
    [[ИсторияВладения]]`),
  slots: {
    СведенияГаража: {
      about: 'Гараж: номер, секция, тип, размеры, ПИБ',
      value: ({ garage, org }) =>
        factTable([
          [
            'Гараж',
            `№ ${garage?.number ?? ''}, секция ${garage?.section || '—'}, ${org.po_name}${garage?.is_active === false ? ', в архиве' : ''}`,
          ],
          ['Лицевой счёт', garage?.account_no ?? ''],
          ['Тип', garage?.type ?? ''],
          ['Размеры', garage && sizeOf(garage) ? `${sizeOf(garage)} м` : '—'],
          ['Площадь', garage && areaOf(garage) ? `${areaOf(garage)} м²` : '—'],
          ['Построен', garage?.built_on ? longDate(garage.built_on) : '—'],
          [
            'Справка ПИБ',
            [garage && pibNumberOf(garage), shortDate(garage?.pib_date ?? null)].filter(Boolean).join(' от ') || '—',
          ],
        ]),
    },
    СведенияВладельца: {
      about: 'Владелец: паспорт, адреса, телефоны, льгота, членство',
      value: ({ person, org }) =>
        factTable([
          ['ФИО', person?.full_name ?? 'нет владельца'],
          ['Дата рождения', person?.birthday ? longDate(person.birthday) : '—'],
          ['Паспорт', person?.passport ?? '—'],
          ['Адрес регистрации', person?.registration_address ?? '—'],
          ['Адрес для писем', person?.actual_address ?? '—'],
          ['Телефоны', person?.phones.map(formatPhone).join(', ') || '—'],
          ['E-mail', person?.email ?? '—'],
          ['Льгота', person?.privilege ?? 'нет'],
          [
            isOfSociety(org) ? 'Членство в ВОА' : `Член ${wordsOfForm(org).member}`,
            person?.is_voa_member
              ? [`с ${longDate(person.voa_entry_date)}`, person.ticket_number && `билет № ${person.ticket_number}`]
                  .filter(Boolean)
                  .join(', ')
              : 'не состоит',
          ],
        ]),
    },
    Совладельцы: {
      about: 'Таблица нынешних владельцев',
      value: (facts) =>
        ruledTable(
          [
            { title: 'ФИО', width: '1fr' },
            { title: 'Доля', width: '26mm' },
            { title: 'Владеет с', width: '26mm' },
          ],
          presentOwners(facts).map((owner, _, all) => [
            owner.full_name,
            shareOf(owner, all),
            shortDate(owner.started_on),
          ]),
        ),
    },
    ИсторияВладения: {
      about: 'Таблица прежних владельцев',
      value: ({ garage }) => {
        const former = (garage?.owners ?? []).filter((owner) => owner.ended_on);
        if (!former.length) return lines('Прежних владельцев в реестре нет.');
        return ruledTable(
          [
            { title: 'Период', width: '44mm' },
            { title: 'ФИО', width: '1fr' },
            { title: 'Основание', width: '50mm' },
          ],
          former.map((owner) => [
            `${shortDate(owner.started_on) || '…'} – ${shortDate(owner.ended_on)}`,
            owner.full_name,
            owner.start_reason ?? '',
          ]),
        );
      },
    },
  },
  signatures: (facts) => [chairman(facts)],
};
