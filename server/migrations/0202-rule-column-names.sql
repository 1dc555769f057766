alter table rule_cue rename to rule_trigger;
alter index rule_cue_conversation rename to rule_trigger_conversation;
alter table rule_wait rename to rule_timer;
alter index rule_wait_conversation rename to rule_timer_conversation;

alter table rule rename column place to position;
alter table rule rename column armed_at to enabled_at;
alter table rule rename column stops to stop_after;
alter table rule_run rename column acts to actions;

alter table saved_view rename column place to position;
