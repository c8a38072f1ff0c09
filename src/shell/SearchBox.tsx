// The one search box of the header: Enter finds everything, the list under it leads straight to a card.
import SearchIcon from '@mui/icons-material/Search';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { Kbd } from '../../widgets/Kbd.tsx';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { useHotkey } from '../../widgets/useHotkey.ts';
import styles from './header.module.css';
import type { SuggestionKeys } from './searchMemory.ts';

const SearchSuggestions = lazy(() =>
  loadPatiently(async () => ({ default: (await import('./SearchSuggestions.tsx')).SearchSuggestions })),
);

/** What stands in the box, whether its list is open, and the ways in and out. */
function useBox() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const shown = pathname === '/global_search' ? (new URLSearchParams(search).get('q') ?? '') : '';
  const [query, setQuery] = useState(shown);
  const [from, setFrom] = useState(shown);
  // A word from the address takes the place of what stood in the box.
  if (from !== shown) {
    setFrom(shown);
    setQuery(shown);
  }
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const focus = () => {
    input.current?.focus();
    input.current?.select();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setActive(null);
  };
  const go = (to: string, state?: object) => {
    close();
    input.current?.blur();
    void navigate(to, { state });
  };
  return { input, query, setQuery, open, setOpen, active, setActive, focus, close, go };
}

export function SearchBox() {
  const { input, query, setQuery, open, setOpen, active, setActive, focus, close, go } = useBox();
  const form = useRef<HTMLFormElement>(null);
  const keys = useRef<SuggestionKeys>(null);
  const listId = useId();
  useHotkey('ctrl+k', focus);
  useHotkey('/', focus);
  return (
    <form
      ref={form}
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const words = query.trim();
        if (words) go(pages.search(words));
        else focus();
      }}
    >
      <button type="submit" aria-label="Найти">
        <SearchIcon fontSize="small" />
      </button>
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active ? active : undefined}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={(event) => keys.current?.onKeyDown(event)}
        aria-label="Поиск"
        placeholder="Гараж, человек, телефон, лицевой счёт"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
      />
      <Kbd quiet>Ctrl K</Kbd>
      {open && (
        <Suspense>
          <SearchSuggestions
            id={listId}
            query={query.trim()}
            anchor={form.current}
            keys={keys}
            onActive={setActive}
            onQuery={(words) => {
              setQuery(words);
              input.current?.focus();
            }}
            onGo={go}
            onClose={close}
          />
        </Suspense>
      )}
    </form>
  );
}
