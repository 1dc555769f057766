-- The conversations of a month are in plan_usage.
drop index message_answer;
