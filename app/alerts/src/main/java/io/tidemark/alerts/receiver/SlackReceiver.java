package io.tidemark.alerts.receiver;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.Slack;
import io.tidemark.alerts.text.AlertText;
import io.tidemark.alerts.text.Markup;
import io.tidemark.alerts.text.MessageTemplate;
import io.tidemark.alerts.text.TextForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Posts to an incoming webhook: to Slack one message of blocks, to Mattermost, which does not show blocks, one Markdown text
 * (mattermost#14973). An incoming webhook cannot change a message, so a resolved alert is a message of its own.
 */
final class SlackReceiver extends ConfiguredReceiver {
    private static final int BATCH = 20;
    /** Of all bodies together: Slack refuses blocks of more than about 13,000 (slackapi/bolt-js#2509). */
    private static final int MAX_SLACK_CHARACTERS = 11_000;
    /** A post of Mattermost has at most 16,383. */
    private static final int MAX_MATTERMOST_CHARACTERS = 15_000;

    private final Slack target;
    private final MessageTemplate template;
    private final HttpSender http;

    SlackReceiver(ReceiverConfig config, Slack target, Context context) {
        super(config, BATCH);
        this.target = target;
        this.template = template(isSlack(target) ? TextForm.SLACK : TextForm.MATTERMOST);
        this.http = context.sender(config, target.url().secrets());
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        List<AlertText> message = Notification.texts(notifications);
        Map<String, Object> body = isSlack(target) ? slack(message) : mattermost(message);
        return http.post(target.url().url(), Map.of(), Json.text(body)).result();
    }

    private static boolean isSlack(Slack target) {
        return target.format() == Slack.Format.SLACK;
    }

    private Map<String, Object> slack(List<AlertText> message) {
        List<Object> blocks = new ArrayList<>();
        String title = template.title(message, Markup.PLAIN);
        blocks.add(block("header", ImmutableMap.of("type", "plain_text", "text", title, "emoji", false)));
        // Verbatim: Slack makes no links, channels or mentions of plain words.
        bodies(message, MAX_SLACK_CHARACTERS)
                .forEach(body -> blocks.add(
                        block("section", ImmutableMap.of("type", "mrkdwn", "text", body, "verbatim", true))));
        return ImmutableMap.of("text", template.title(message, Markup.MRKDWN), "blocks", blocks);
    }

    private Map<String, Object> mattermost(List<AlertText> message) {
        List<String> parts = new ArrayList<>();
        parts.add("#### " + template.title(message, Markup.MARKDOWN));
        parts.addAll(bodies(message, MAX_MATTERMOST_CHARACTERS));
        return ImmutableMap.of("text", String.join("\n\n", parts));
    }

    private static Map<String, Object> block(String type, Map<String, Object> text) {
        return ImmutableMap.of("type", type, "text", text);
    }

    /** As many as fit, and how many there are besides. */
    private List<String> bodies(List<AlertText> message, int mostCharacters) {
        List<String> bodies = new ArrayList<>();
        int characters = 0;
        for (AlertText alert : message) {
            String body = template.body(message, alert);
            characters += body.length();
            if (characters > mostCharacters) {
                bodies.add("and " + (message.size() - bodies.size()) + " more");
                return bodies;
            }
            bodies.add(body);
        }
        return bodies;
    }
}
