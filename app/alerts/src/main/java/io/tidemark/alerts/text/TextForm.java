package io.tidemark.alerts.text;

import java.util.Locale;

/** The forms that messages take, each with its markup and its limits in characters. */
public enum TextForm {
    /**
     * Slack: a header has 150 characters, a section 3,000 (Slack, Block Kit reference). All blocks of a message together must stay below
     * about 13,000 (slackapi/bolt-js#2509), so a body has less.
     */
    SLACK(Markup.MRKDWN, 150, 3_000),
    /** Mattermost: a post has at most 16,383. */
    MATTERMOST(Markup.MARKDOWN, 1_000, 4_000),
    /** Mail: a subject that clients show whole, and a body without a limit of its own. */
    MAIL(Markup.PLAIN, 200, 20_000),
    /** PagerDuty, Events API v2: a summary has 1,024. */
    PAGERDUTY(Markup.PLAIN, 1_024, 20_000),
    /** GitHub: the description of a status has 140; it has no body. */
    GITHUB_STATUS(Markup.PLAIN, 140, 140),
    /** GitHub: the summary of a check run has 65,535. */
    GITHUB_CHECK(Markup.MARKDOWN, 250, 20_000);

    private final Markup markup;
    private final int titleLimit;
    private final int bodyLimit;

    TextForm(Markup markup, int titleLimit, int bodyLimit) {
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

    /** @param part title or body */
    String resource(String part) {
        return name().toLowerCase(Locale.ROOT).replace('_', '-') + "." + part + ".mustache";
    }
}
