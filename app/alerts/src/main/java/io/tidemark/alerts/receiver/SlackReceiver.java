package io.tidemark.alerts.receiver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.Slack;
import io.tidemark.alerts.http.HttpCall;
import io.tidemark.alerts.http.HttpSender;
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

    SlackReceiver(ReceiverConfig config, Slack target, ReceiverContext context) {
        super(config);
        this.target = target;
        this.template = MessageTemplate.of(
                isSlack(target) ? TextForm.SLACK : TextForm.MATTERMOST,
                config.templates().title(),
                config.templates().body());
        this.http = context.sender(config, target.url().secrets());
    }

    @Override
    public int batchSize() {
        return BATCH;
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        List<AlertText> message = Notification.texts(notifications);
        ObjectNode body = isSlack(target) ? slack(message) : mattermost(message);
        return Replies.result(http.send(HttpCall.post(target.url().url(), Map.of(), Json.text(body))));
    }

    private static boolean isSlack(Slack target) {
        return target.format() == Slack.Format.SLACK;
    }

    private ObjectNode slack(List<AlertText> message) {
        ArrayNode blocks = Json.array();
        ObjectNode header = Json.object().put("type", "header");
        header.set(
                "text",
                text("plain_text", template.title(message, Markup.PLAIN)).put("emoji", false));
        blocks.add(header);
        for (String body : bodies(message, MAX_SLACK_CHARACTERS)) {
            ObjectNode section = Json.object().put("type", "section");
            // Verbatim: Slack makes no links, channels or mentions of plain words.
            section.set("text", text("mrkdwn", body).put("verbatim", true));
            blocks.add(section);
        }
        ObjectNode payload = Json.object().put("text", template.title(message, Markup.MRKDWN));
        payload.set("blocks", blocks);
        return payload;
    }

    private ObjectNode mattermost(List<AlertText> message) {
        List<String> parts = new ArrayList<>();
        parts.add("#### " + template.title(message, Markup.MARKDOWN));
        parts.addAll(bodies(message, MAX_MATTERMOST_CHARACTERS));
        return Json.object().put("text", String.join("\n\n", parts));
    }

    private static ObjectNode text(String type, String text) {
        return Json.object().put("type", type).put("text", text);
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
