// What the frame does once the page stands: the live channel, messages, help, the support's chat. It is no part of the first load.
import { useLive } from '../../providers/liveProvider.ts';
import { Helpers } from './Helpers.tsx';
import { PolicyBanner } from './PolicyBanner.tsx';
import { LibraryNotices } from './LibraryNotices.tsx';
import { Said } from './Said.tsx';
import { Toasts } from './Toasts.tsx';
import { useFileNotices } from './useFileNotices.ts';
import { useRowsPlace } from './useRowsPlace.ts';
import { ViewAsBanner } from './ViewAsBanner.tsx';

/** `framed`: a person is at work; a visitor has neither help nor chat. */
export default function Afterwards({ framed }: { framed: boolean }) {
  useLive();
  useFileNotices();
  useRowsPlace();
  return (
    <>
      {framed && <Helpers />}
      {framed && (
        <Said>
          <ViewAsBanner />
          <PolicyBanner />
        </Said>
      )}
      <Toasts />
      <LibraryNotices />
    </>
  );
}
