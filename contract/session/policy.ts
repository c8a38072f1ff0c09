// The policy of personal data is looked at again every three years; superusers are reminded of it.

/** From so many days before its review the policy is spoken of on every page. */
export const POLICY_REMIND_DAYS = 60;
