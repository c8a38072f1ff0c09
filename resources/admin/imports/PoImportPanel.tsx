// Loading a registry into a ПО.
export function PoImportPanel(_props: { poId: number; poName: string }) {
  return null;
}
