// Terms of use: a page for everybody.
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { usePublicSettings } from '../shell/useShellData.ts';

const paragraphs = [
  'Консоль «Реестр гаражей» предназначена для должностных лиц общества: председателей, казначеев, делопроизводителей, сотрудников регионов и ревизоров.',
  'Учётная запись личная: передавать пароль другим людям нельзя. Все действия записываются в журнал с именем, временем и устройством.',
  'Персональные данные владельцев используются только для ведения реестра, расчёта взносов и оповещения. Выгрузки с персональными данными храните так же бережно, как бумажные карточки.',
  'Если вы заметили чужой вход, ошибку в данных или не можете войти, напишите в поддержку.',
];

export default function TermsPage() {
  const { data } = usePublicSettings();
  return (
    <main style={{ maxWidth: 680, margin: '0 auto', padding: '48px 24px' }}>
      <h1>Условия использования</h1>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {data && (
        <p>
          {data.operatorName}, {data.operatorDetails}. Поддержка:{' '}
          <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>
        </p>
      )}
      <Link to={pages.garages}>На главную</Link>
    </main>
  );
}
