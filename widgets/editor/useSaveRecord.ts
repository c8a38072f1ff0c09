// Saving by the react-admin page around: the record of an `EditBase`, a new one of a `CreateBase`.
import { useSaveContext } from 'react-admin';

/** Answers a save: it gives the card as the server answered it and throws the refusal, for the editor to show. */
export function useSaveRecord<Card extends { id: number }>() {
  const { save } = useSaveContext();
  return (data: object) =>
    new Promise<Card>((done, fail) => {
      void save!(data, { onSuccess: (card) => done(card as Card), onError: fail });
    });
}
