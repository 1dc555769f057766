-- Conversations of the contact that were erased already: jobs and mails that name them go with the contact.
alter table contact_erasure add column conversation_ids uuid[] not null default '{}';

-- Blocks named the contact and said why. The log outlives an erased person, so it keeps their id alone; the reason is in
-- the contact's own timeline. The triggers that protect the log are off for this one statement.
alter table audit_entry disable trigger audit_entry_stays;
update audit_entry set
  details = details - 'why',
  subject = case
    when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject
    else coalesce(
      -- The timeline was written in the same moment, by the same member.
      (select min(contact_id::text) from contact_change
        where contact_change.integration_id = audit_entry.integration_id
          and contact_change.actor_id = audit_entry.actor_id
          and contact_change.at between audit_entry.at - interval '10 seconds' and audit_entry.at + interval '10 seconds'
          and contact_change.changes @> '[{"field": "blocked"}]'
        having count(distinct contact_id) = 1),
      -- The only one who is called so.
      (select min(id::text) from contact
        where contact.integration_id = audit_entry.integration_id
          and coalesce(contact.name, contact.email) = audit_entry.subject
        having count(*) = 1),
      -- Erased, or one of several.
      '00000000-0000-0000-0000-000000000000')
  end
where act in ('contact_blocked', 'contact_unblocked');
alter table audit_entry enable trigger audit_entry_stays;
