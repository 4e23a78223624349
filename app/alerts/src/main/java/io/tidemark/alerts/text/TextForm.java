package io.tidemark.alerts.text;

/** The forms that messages take, each with its markup and its limits in characters. */
public enum TextForm {
    /**
     * Slack: a header has 150 characters, a section 3,000 (Slack, Block Kit reference). All blocks of a message together must stay below
     * about 13,000 (slackapi/bolt-js#2509), so a body has less.
     */
    SLACK("slack", Markup.MRKDWN, 150, 3_000),
    /** Mattermost: a post has at most 16,383. */
    MATTERMOST("mattermost", Markup.MARKDOWN, 1_000, 4_000),
    /** Mail: a subject that clients show whole, and a body without a limit of its own. */
    MAIL("mail", Markup.PLAIN, 200, 20_000),
    /** PagerDuty, Events API v2: a summary has 1,024. */
    PAGERDUTY("pagerduty", Markup.PLAIN, 1_024, 20_000),
    /** GitHub: the description of a status has 140; it has no body. */
    GITHUB_STATUS("github-status", Markup.PLAIN, 140, 140),
    /** GitHub: the summary of a check run has 65,535. */
    GITHUB_CHECK("github-check", Markup.MARKDOWN, 250, 20_000);

    private final String resource;
    private final Markup markup;
    private final int titleLimit;
    private final int bodyLimit;

    TextForm(String resource, Markup markup, int titleLimit, int bodyLimit) {
        this.resource = resource;
        this.markup = markup;
        this.titleLimit = titleLimit;
        this.bodyLimit = bodyLimit;
    }

    /** Of the body; titles are asked for in the markup of their place. */
    public Markup markup() {
        return markup;
    }

    public int titleLimit() {
        return titleLimit;
    }

    public int bodyLimit() {
        return bodyLimit;
    }

    String titleResource() {
        return resource + ".title.mustache";
    }

    String bodyResource() {
        return resource + ".body.mustache";
    }
}
