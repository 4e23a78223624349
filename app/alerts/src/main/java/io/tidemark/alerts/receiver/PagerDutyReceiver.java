package io.tidemark.alerts.receiver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.PagerDuty;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.text.AlertText;
import io.tidemark.alerts.text.Markup;
import io.tidemark.alerts.text.MessageTemplate;
import io.tidemark.alerts.text.TextForm;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * PagerDuty, Events API v2 (PagerDuty/developer-docs, docs/events-API-v2): alerts trigger and resolve, by their dedup key; the begin of a phase
 * is a change event, which on-call sees beside the incident. A change event has no key to recognise repeats by.
 */
final class PagerDutyReceiver extends ConfiguredReceiver {
    private static final int MAX_SOURCE_CHARACTERS = 255;
    private static final int MAX_BODY_BYTES = 500_000;

    private final PagerDuty target;
    private final MessageTemplate template;
    private final HttpSender http;
    private final Optional<URI> externalUrl;

    PagerDutyReceiver(ReceiverConfig config, PagerDuty target, Context context) {
        super(config, 1);
        this.target = target;
        this.externalUrl = context.externalUrl();
        this.template = template(TextForm.PAGERDUTY);
        this.http = context.sender(config, List.of(target.routingKey()));
    }

    @Override
    public boolean takes(Notification notification) {
        return switch (notification.status()) {
            case FIRING -> true;
            case RESOLVED -> config().sendResolved();
            case EVENT -> notification.alert().name().equals(AlertKind.PHASE_STARTED.alertname());
            case PENDING -> false;
        };
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        Notification notification = notifications.get(0);
        boolean change = notification.status() == AlertState.EVENT;
        ObjectNode event = change ? change(notification) : incident(notification);
        String body = Json.text(event);
        if (body.getBytes(StandardCharsets.UTF_8).length > MAX_BODY_BYTES) {
            ((ObjectNode) event.get("payload"))
                    .put("custom_details", "left out: the event would be larger than 512 KB");
            body = Json.text(event);
        }
        String path = change ? "/v2/change/enqueue" : "/v2/enqueue";
        URI url = URI.create(target.url().toString().replaceAll("/+$", "") + path);
        return http.post(url, Map.of(), body).result();
    }

    private ObjectNode incident(Notification notification) {
        Alert alert = notification.alert();
        boolean firing = notification.status() == AlertState.FIRING;
        ObjectNode payload = payload(notification)
                .put("severity", severity(alert.severity()))
                .put("class", alert.name());
        label(alert, "target").ifPresent(value -> payload.put("component", value));
        label(alert, "experiment").ifPresent(value -> payload.put("group", value));
        ObjectNode event = Json.object()
                .put("routing_key", target.routingKey().reveal())
                .put("event_action", firing ? "trigger" : "resolve")
                .put("dedup_key", alert.id().dedupKey());
        event.set("payload", payload);
        event.set("links", links(alert));
        event.put("client", "Tidemark");
        externalUrl.ifPresent(url -> event.put("client_url", url.toString()));
        return event;
    }

    private ObjectNode change(Notification notification) {
        ObjectNode event = Json.object().put("routing_key", target.routingKey().reveal());
        event.set("payload", payload(notification));
        event.set("links", links(notification.alert()));
        return event;
    }

    private ObjectNode payload(Notification notification) {
        Alert alert = notification.alert();
        List<AlertText> message = Notification.texts(List.of(notification));
        ObjectNode details =
                Json.of(AlertFields.annotations(alert)).put("text", template.body(message, message.get(0)));
        details.set("labels", Json.of(AlertFields.labels(alert)));
        ObjectNode payload = Json.object()
                .put("summary", template.title(message, Markup.PLAIN))
                .put(
                        "source",
                        label(alert, "target")
                                .or(() -> label(alert, "experiment"))
                                .orElse("tidemark"))
                .put("timestamp", alert.startsAt().toString());
        payload.set("custom_details", details);
        return payload;
    }

    private static Optional<String> label(Alert alert, String name) {
        return Optional.ofNullable(AlertFields.labels(alert).get(name))
                .map(value -> value.substring(0, Math.min(value.length(), MAX_SOURCE_CHARACTERS)));
    }

    private static ArrayNode links(Alert alert) {
        ArrayNode links = Json.array();
        AlertFields.links(alert)
                .forEach((text, url) ->
                        links.add(Json.object().put("href", url.toString()).put("text", text)));
        return links;
    }

    /** Of the four that there are; a severity that a rule made up is an error. */
    private static String severity(String severity) {
        return switch (severity) {
            case "page", "critical" -> "critical";
            case "ticket", "warning" -> "warning";
            case "info" -> "info";
            default -> "error";
        };
    }
}
