// Types of a package that ships none.
declare module 'petrovich' {
  interface Name {
    gender?: 'male' | 'female' | 'androgynous';
    last?: string;
    first?: string;
    middle?: string;
  }
  export default function petrovich(
    name: Name,
    to: 'nominative' | 'genitive' | 'dative' | 'accusative' | 'instrumental' | 'prepositional',
  ): Name;
}
