-- When the team's replies that the customer has not seen are looked at, to be emailed; null: none wait.
-- Up to which reply they were emailed, or shown by a link in an email.
alter table conversation
  add column mail_due_at timestamptz,
  add column mailed_until timestamptz;
create index conversation_mail_due on conversation (mail_due_at) where mail_due_at is not null;

-- Minutes a customer has to be away before replies are emailed; null: never.
alter table reply_targets
  add column mail_after_min int default 2 check (mail_after_min in (2, 10, 60));

-- The address that was last given in this browser. It proves nothing.
alter table visitor_token
  add column said_email text,
  add column said_email_at timestamptz;
-- Addresses that customers gave before are in the timeline of their contact, without an actor.
update visitor_token set said_email = contact.email, said_email_at = now()
  from contact
  where contact.integration_id = visitor_token.integration_id and contact.id = visitor_token.contact_id
    and visitor_token.origin_id is null and not visitor_token.by_mail and contact.email is not null
    and exists (
      select from contact_change
      where contact_change.integration_id = contact.integration_id and contact_change.contact_id = contact.id
        and actor_id is null and actor_name is null
        and changes @> jsonb_build_array(jsonb_build_object('field', 'email', 'after', contact.email)));
