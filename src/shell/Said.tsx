// What comes after the first load and stands in the frame beside the words about the connection.
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Puts `children` there; nothing on pages without the frame. */
export function Said({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById('said')), []);
  return place && createPortal(children, place);
}
