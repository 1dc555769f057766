alter table reply_targets rename column mail_after_min to email_delay_min;
alter table contact rename column mails_stopped_at to unsubscribed_at;

-- Keys of stored objects. A quoted name with a colon is a key: quotation marks within texts are escaped.
update notification_preferences
  set preferences = replace(replace(preferences::text, '"shows_text":', '"include_text":'), '"mail_after_min":', '"email_delay_min":')::jsonb;
update contact_import set plan = replace(plan::text, '"on_known":', '"on_existing":')::jsonb where plan is not null;
update contact_merge set filled = replace(filled::text, '"mails_stopped_at":', '"unsubscribed_at":')::jsonb
  where filled is not null;
update message
  set details = replace(replace(details::text, '"by_chat":', '"via_chat":'), '"by_mail":', '"via_email":')::jsonb
  where kind = 'event' and details ->> 'event' = 'started';
