// Calls by which somebody is named, or no longer named, who is written to in place of a child or of an estate.
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { registryEdit } from '../kernel/scope.ts';
import { ProfileCard } from '../profiles.ts';
import { RepresentativeBody } from './representatives.ts';

export const nameRepresentative = endpoint({
  tag: 'Люди',
  method: 'PUT',
  path: '/api/profiles/:id/representative/',
  summary: 'Указать представителя',
  needs: registryEdit,
  params: ByIdParams,
  body: RepresentativeBody,
  reply: ProfileCard,
});
export const dropRepresentative = endpoint({
  tag: 'Люди',
  method: 'DELETE',
  path: '/api/profiles/:id/representative/',
  summary: 'Убрать представителя',
  needs: registryEdit,
  params: ByIdParams,
  reply: ProfileCard,
});
