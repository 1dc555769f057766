alter table notice rename to notification;
alter table notification rename column who to actor_name;
alter index notice_list rename to notification_list;
alter index notice_unread rename to notification_unread;
alter index notice_unread_suggestion rename to notification_unread_suggestion;
alter index notice_mail rename to notification_mail;
alter index notice_at rename to notification_at;
alter table notification rename constraint notice_pkey to notification_pkey;
alter table notification rename constraint notice_kind_check to notification_kind_check;
alter table notification rename constraint notice_topic_check to notification_topic_check;
alter table notification rename constraint notice_about to notification_about;
alter table notification rename constraint notice_topic to notification_topic;

alter table draft rename column taken_by_id to taken_over_by_id;
alter table draft rename column taken_by_name to taken_over_by_name;
alter table draft rename column taken_text to taken_over_text;
alter table visitor_token rename column said_email to claimed_email;
alter table visitor_token rename column said_email_at to claimed_email_at;
alter table scenario_run rename column led_by to caused_by;
alter table reply_targets rename column silence_chosen_at to inactivity_set_at;

update bulk_action set change = (change - 'why') || jsonb_build_object('reason', change -> 'why') where change ? 'why';
update message set trace = replace(trace::text, '"is_used":', '"is_cited":')::jsonb
  where trace::text like '%"is_used":%';

alter table client_settings rename column colour to color;
alter table tag rename column colour to color;

alter table assistant_settings rename column answer_from to answer_confidence_min;
alter table assistant_settings rename column may_help_from to may_help_confidence_min;
alter table assistant_settings rename column unsure_max to uncertain_answers_max;

update notification_preferences
  set preferences = replace(replace(preferences::text, '"quiet":', '"quiet_hours":'), '"mail":', '"email":')::jsonb
  where preferences::text ~ '"(quiet|mail)":';

update message
  set details = (details - 'mailed_to' - 'not_mailed')
    || jsonb_strip_nulls(jsonb_build_object(
      'event', case details ->> 'event'
        when 'handed_out' then 'auto_assigned'
        when 'woken_by_clock' then 'unsnoozed'
        when 'woken_by_customer' then 'unsnoozed_by_customer'
        when 'reply_mailed' then 'reply_emailed'
        when 'reply_not_mailed' then 'reply_not_emailed'
      end,
      'emailed_to', details -> 'mailed_to',
      'not_emailed_reason', details -> 'not_mailed'))
  where details ->> 'event' in ('handed_out', 'woken_by_clock', 'woken_by_customer', 'reply_mailed', 'reply_not_mailed');
