package io.tidemark.alerts.receiver;

import com.google.common.collect.Comparators;
import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.Alertmanager;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.schemas.time.Clocks;
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

    AlertmanagerReceiver(ReceiverConfig config, Alertmanager target, Context context) {
        super(config, BATCH);
        this.target = target;
        this.externalUrl = context.externalUrl();
        this.http = context.sender(config, target.authorization().stream().toList());
        this.clock = new BoundedWallClock(context.clocks());
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
        Instant changed = Comparators.min(alert.updatedAt(), clock.earliest());
        Instant before = changed.minus(target.resend().multipliedBy(2));
        Instant sent = lastFiring.getOrDefault(new SentAlert(url, alert.id()), before);
        return Comparators.max(sent, before);
    }

    /** When it started, as it says under the name {@code uptime}. */
    private Optional<Instant> start(URI url) {
        HttpReply reply = http.get(path(url, "/api/v2/status"), headers());
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

    private SendResult post(URI url, List<Map<String, Object>> alerts) {
        return http.post(path(url, "/api/v2/alerts"), headers(), Json.text(alerts))
                .result();
    }

    private Map<String, Object> firing(Notification notification) {
        Alert alert = notification.alert();
        Instant from = Comparators.max(clock.latest(), alert.startsAt());
        return alert(alert, from.plus(target.resend().multipliedBy(LIFETIMES)));
    }

    /** Alertmanager takes an alert for resolved whose end has passed, and refuses one that ends before it starts. */
    private Map<String, Object> resolved(Notification notification) {
        Alert alert = notification.alert();
        Instant now = clock.earliest();
        Instant ended = Comparators.min(alert.endsAt().orElse(now), now);
        return alert(alert, Comparators.max(ended, alert.startsAt()));
    }

    private Map<String, Object> alert(Alert alert, Instant endsAt) {
        ImmutableMap.Builder<String, Object> fields = ImmutableMap.builder();
        fields.put("labels", AlertFields.labels(alert));
        fields.put("annotations", AlertFields.annotations(alert));
        fields.put("startsAt", alert.startsAt().toString());
        AlertFields.report(alert).or(() -> externalUrl).ifPresent(link -> fields.put("generatorURL", link.toString()));
        return fields.put("endsAt", endsAt.toString()).buildOrThrow();
    }

    private Map<String, String> headers() {
        return target.authorization()
                .map(value -> Map.of("Authorization", value.reveal()))
                .orElse(Map.of());
    }

    private static URI path(URI url, String path) {
        return URI.create(url.toString().replaceAll("/+$", "") + path);
    }

    /**
     * Wall time in spite of a wall clock that jumps. After a jump the wall clock and the time that has passed since this was made say different times,
     * and it is unknown which of them is right: it may have jumped to a wrong time, or away from one. So it gives two bounds. Thread-safe.
     */
    private static final class BoundedWallClock {
        private final Clocks clocks;
        private final Instant madeAt;
        private final long madeNanos;

        BoundedWallClock(Clocks clocks) {
            this.clocks = clocks;
            this.madeAt = clocks.wall().instant();
            this.madeNanos = clocks.elapsed().nanos();
        }

        /** Of the two times the later one: what must not be over ends after it. */
        Instant latest() {
            return Comparators.max(clocks.wall().instant(), steady());
        }

        /** Of the two times the earlier one: what must be over ends before it. */
        Instant earliest() {
            return Comparators.min(clocks.wall().instant(), steady());
        }

        private Instant steady() {
            return madeAt.plus(Duration.ofNanos(clocks.elapsed().nanos() - madeNanos));
        }
    }
}
