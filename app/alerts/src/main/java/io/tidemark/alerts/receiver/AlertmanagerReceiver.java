package io.tidemark.alerts.receiver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.Alertmanager;
import io.tidemark.alerts.http.HttpCall;
import io.tidemark.alerts.http.HttpReply;
import io.tidemark.alerts.http.HttpSender;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies every Alertmanager of a cluster, by API v2 (prometheus/alertmanager, api/v2/openapi.yaml).
 *
 * <p>A firing alert carries {@code endsAt = now + 4 x resend}, as Prometheus sends it, so that it outlives three sends that fail. It never ends
 * before it starts or in the past, whatever our wall clock does: Alertmanager would refuse it, or notify people that it is resolved. One send
 * counts as delivered if one of them took it: the others are sent it next.
 *
 * <p>Alertmanager keeps alerts in memory and sends no notification of a resolved one that it did not see firing (alertmanager#2570). So one that may
 * have started since it was last notified is sent the alert firing in the place of resolved, and resolved with the next send: at once, the second
 * would overtake the notification about the first.
 */
final class AlertmanagerReceiver extends ConfiguredReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(AlertmanagerReceiver.class);
    private static final int BATCH = 100;
    private static final int LIFETIMES = 4;
    private static final Duration RESOLVED_FOR = Duration.ofMinutes(15);
    private static final int MAX_REMEMBERED = 10_000;

    private final Alertmanager target;
    private final Optional<URI> externalUrl;
    private final HttpSender http;
    private final BoundedWallClock clock;
    private final Map<SentAlert, Instant> lastFiring = new LinkedHashMap<>();
    /** The start of an Alertmanager since which it was sent an alert as firing in the place of resolved, by its own clock. */
    private final Map<SentAlert, Instant> resentSinceStart = new LinkedHashMap<>();

    /** An alert that an Alertmanager was sent as firing. */
    private record SentAlert(URI url, AlertId alert) {}

    AlertmanagerReceiver(ReceiverConfig config, Alertmanager target, ReceiverContext context) {
        super(config);
        this.target = target;
        this.externalUrl = context.externalUrl();
        this.http = context.sender(config, target.authorization().stream().toList());
        this.clock = new BoundedWallClock(context.clocks());
    }

    @Override
    public int batchSize() {
        return BATCH;
    }

    @Override
    public Optional<Resend> resend() {
        return Optional.of(new Resend(target.resend(), RESOLVED_FOR));
    }

    @Override
    public boolean takes(Notification notification) {
        return notification.status() == AlertState.FIRING
                || (notification.status() == AlertState.RESOLVED && config().sendResolved());
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        Map<URI, SendResult> results = new LinkedHashMap<>();
        target.urls().forEach(url -> results.put(url, send(url, notifications)));
        if (results.values().stream().noneMatch(SendResult.Delivered.class::isInstance)) {
            return worst(results);
        }
        results.forEach((url, result) -> {
            if (!(result instanceof SendResult.Delivered)) {
                LOG.warn(
                        "receiver {}: {} did not take the notification and gets it with the next send: {}",
                        name(),
                        url,
                        result);
            }
        });
        return new SendResult.Delivered();
    }

    /** All failed: as long as one may work later, all are tried later. */
    private static SendResult worst(Map<URI, SendResult> results) {
        String reasons = results.entrySet().stream()
                .map(one -> one.getKey() + ": " + reason(one.getValue()))
                .collect(Collectors.joining("; "));
        List<SendResult.Retry> retries = results.values().stream()
                .filter(SendResult.Retry.class::isInstance)
                .map(SendResult.Retry.class::cast)
                .toList();
        if (retries.isEmpty()) {
            return new SendResult.Rejected(reasons);
        }
        Optional<Duration> after =
                retries.stream().flatMap(retry -> retry.after().stream()).min(Duration::compareTo);
        return new SendResult.Retry(after, reasons);
    }

    private static String reason(SendResult result) {
        if (result instanceof SendResult.Retry retry) {
            return retry.reason();
        }
        return result instanceof SendResult.Rejected rejected ? rejected.reason() : "";
    }

    private SendResult send(URI url, List<Notification> notifications) {
        Optional<Instant> start = notifications.stream().anyMatch(one -> one.status() == AlertState.RESOLVED)
                ? start(url)
                : Optional.empty();
        List<AlertId> forgotten =
                start.map(since -> forgotten(url, notifications, since)).orElse(List.of());
        Set<AlertId> firing = new HashSet<>(forgotten);
        notifications.stream()
                .filter(one -> one.status() == AlertState.FIRING)
                .forEach(one -> firing.add(one.alert().id()));
        SendResult result = post(
                url,
                notifications.stream()
                        .map(one -> firing.contains(one.alert().id()) ? firing(one) : resolved(one))
                        .toList());
        if (result instanceof SendResult.Delivered) {
            firing.forEach(alert -> remember(lastFiring, new SentAlert(url, alert), clock.latest()));
            start.ifPresent(
                    since -> forgotten.forEach(alert -> remember(resentSinceStart, new SentAlert(url, alert), since)));
        }
        return result;
    }

    private static void remember(Map<SentAlert, Instant> times, SentAlert sent, Instant time) {
        // The oldest are forgotten first.
        times.remove(sent);
        times.put(sent, time);
        if (times.size() > MAX_REMEMBERED) {
            times.remove(times.keySet().iterator().next());
        }
    }

    /** The resolved ones that this Alertmanager may never have seen firing, as it started since. */
    private List<AlertId> forgotten(URI url, List<Notification> notifications, Instant start) {
        return notifications.stream()
                .filter(one -> one.status() == AlertState.RESOLVED)
                .map(Notification::alert)
                // Times of two machines are compared once: what it was sent since this start it knows.
                .filter(alert -> !start.equals(resentSinceStart.get(new SentAlert(url, alert.id()))))
                .filter(alert -> !lastSent(url, alert).isAfter(start))
                .map(Alert::id)
                .toList();
    }

    /** When it was last sent an alert as firing, in this process or in one before. */
    private Instant lastSent(URI url, Alert alert) {
        // While it was firing it was sent every interval; one more is for a send that failed.
        Instant changed = earlier(alert.updatedAt(), clock.earliest());
        Instant before = changed.minus(target.resend().multipliedBy(2));
        Instant sent = lastFiring.getOrDefault(new SentAlert(url, alert.id()), before);
        return sent.isAfter(before) ? sent : before;
    }

    /** When it started, as it says under the name {@code uptime}. */
    private Optional<Instant> start(URI url) {
        HttpReply reply = http.send(HttpCall.get(path(url, "/api/v2/status"), headers()));
        if (!(reply instanceof HttpReply.Answered answered) || !answered.isSuccess()) {
            return Optional.empty();
        }
        String uptime = Json.answer(answered.body()).path("uptime").asText();
        try {
            return Optional.of(OffsetDateTime.parse(uptime).toInstant());
        } catch (DateTimeException e) {
            LOG.warn("receiver {}: {} says no time of its start, but '{}'", name(), url, SafeText.cut(uptime, 100));
            return Optional.empty();
        }
    }

    private SendResult post(URI url, List<ObjectNode> alerts) {
        ArrayNode body = Json.array().addAll(alerts);
        return Replies.result(http.send(HttpCall.post(path(url, "/api/v2/alerts"), headers(), Json.text(body))));
    }

    private ObjectNode firing(Notification notification) {
        Alert alert = notification.alert();
        Instant from = later(clock.latest(), alert.startsAt());
        return alert(alert)
                .put(
                        "endsAt",
                        from.plus(target.resend().multipliedBy(LIFETIMES)).toString());
    }

    /** Alertmanager takes an alert for resolved whose end has passed, and refuses one that ends before it starts. */
    private ObjectNode resolved(Notification notification) {
        Alert alert = notification.alert();
        Instant now = clock.earliest();
        Instant ended = earlier(alert.endsAt().orElse(now), now);
        return alert(alert).put("endsAt", later(ended, alert.startsAt()).toString());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private ObjectNode alert(Alert alert) {
        ObjectNode node = Json.object();
        node.set("labels", Json.of(AlertFields.labels(alert)));
        node.set("annotations", Json.of(AlertFields.annotations(alert)));
        node.put("startsAt", alert.startsAt().toString());
        AlertLinks.report(alert).or(() -> externalUrl).ifPresent(link -> node.put("generatorURL", link.toString()));
        return node;
    }

    private Map<String, String> headers() {
        return target.authorization()
                .map(value -> Map.of("Authorization", value.reveal()))
                .orElse(Map.of());
    }

    private static URI path(URI url, String path) {
        return URI.create(url.toString().replaceAll("/+$", "") + path);
    }
}
