// Russian words of react-admin itself and of our resources.
import polyglot from 'ra-i18n-polyglot';
import russian from 'ra-language-russian';

/** The package lacks these two. */
const missing = { ra: { guesser: { empty: { title: 'Нет данных', message: 'Проверьте источник данных' } } } };

const words = {
  ...russian,
  ra: {
    ...russian.ra,
    ...missing.ra,
    notification: {
      ...russian.ra.notification,
      updated: 'Сохранено',
      created: 'Сохранено',
      http_error: 'Нет связи с сервером',
    },
  },
};

export const i18nProvider = polyglot(() => words, 'ru', [{ locale: 'ru', name: 'Русский' }], { allowMissing: true });
