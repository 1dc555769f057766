alter table contact rename column former to merged_search_text;
alter table contact rename column proven_at to verified_claim_at;
alter table contact rename column proven_by to verified_claim_by;
alter table contact rename column proven_id to verified_claim_id;
alter table contact rename column proven_email to verified_claim_email;
alter table contact rename column proven_email_at to verified_claim_email_at;
alter table contact rename column consent_words to consent_summary;
alter table contact_erasure rename column unseen_by to hidden_from;
alter table unanswered_question rename column settled to resolution;

-- Keys of the values that a merge filled in.
update contact_merge
  set filled = replace(regexp_replace(filled::text, '"proven_(at|by|id|email|email_at)":', '"verified_claim_\1":', 'g'),
    '"former":', '"merged_search_text":')::jsonb
  where filled is not null;

-- Columns and conditions of contact lists.
update contact_columns set columns = replace(columns::text, '"consent_words"', '"consent_summary"')::jsonb
  where columns::text like '%"consent_words"%';
update saved_view set filter = replace(filter::text, 'consent_words.', 'consent_summary.')::jsonb
  where filter::text like '%consent_words.%';
