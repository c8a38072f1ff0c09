// Lists that only grow: their pages are walked by key. Apart from their calls, because the first page knows only the names.

export const endless = { actionLog: 'action_log' } as const;
