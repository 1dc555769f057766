-- Fields of conversations, of the team's own.
create table conversation_field (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'list', 'link')),
  options jsonb not null default '[]',
  position integer not null,
  -- no member resolves a conversation in which it is empty
  is_required boolean not null default false,
  version integer not null default 1,
  primary key (integration_id, id)
);
create unique index conversation_field_name on conversation_field (integration_id, folded(name));

-- values by the field's id; what is unknown has no key
alter table conversation add column fields jsonb not null default '{}';

-- incomplete: it was to be resolved, and something required is empty
alter table bulk_act_entry drop constraint bulk_act_entry_state_check;
alter table bulk_act_entry add constraint bulk_act_entry_state_check
  check (state in ('waiting', 'changed', 'unchanged', 'incomplete', 'undone', 'kept'));
alter table bulk_act add column incomplete integer not null default 0;
