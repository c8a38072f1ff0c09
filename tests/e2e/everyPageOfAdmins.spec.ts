// Every page that a ПО does not open: of an МО and of superusers.
import { testEveryPageOf } from './everyPage.ts';

testEveryPageOf('mo@example.ru');
testEveryPageOf('super@example.ru');
