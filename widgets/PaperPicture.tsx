// A paper as one picture of all its pages.
import { useEffect, useState } from 'react';

/** SVG as an image: nothing in it can run. */
export function PaperPicture({
  picture,
  className,
  onShown,
}: {
  picture: string;
  className?: string | undefined;
  /** It stands on the page with its height. */
  onShown?: (image: HTMLImageElement) => void;
}) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  if (!url) return null;
  return (
    <img className={className} src={url} alt="Как выйдет документ" onLoad={(event) => onShown?.(event.currentTarget)} />
  );
}
