// A paper as one picture of all its pages.
import { useEffect, useState } from 'react';

/** SVG as an image: nothing in it can run. */
export function PaperPicture({ picture, className }: { picture: string; className?: string | undefined }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url ? <img className={className} src={url} alt="Как выйдет документ" /> : null;
}
