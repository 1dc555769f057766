-- What changes many at once, changes conversations or contacts.
alter table bulk_act add column list text not null default 'conversations'
  check (list in ('conversations', 'contacts'));
alter table bulk_act_entry rename column conversation_id to subject_id;
-- of somebody who is erased
create index bulk_act_entry_subject on bulk_act_entry (integration_id, subject_id);
