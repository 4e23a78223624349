package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Servers whose scrapes fail after they had worked. A server that never answered a scrape may have no metrics at all. */
final class TargetRule {
    /** A target without scrapes for so long is scraped by no run any more. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

    private final ActiveAlerts alerts;
    private final Map<Instance, Scrapes> instances = new HashMap<>();

    private record Instance(String target, String instance) {}

    /** The newest scrape, and since when they fail; of an instance that worked before. */
    private record Scrapes(long seenNanos, Optional<Failure> failure) {}

    private record Failure(Instant since, long nanos, String error) {}

    TargetRule(ActiveAlerts alerts) {
        this.alerts = alerts;
    }

    void on(ServerSample sample, long nanos) {
        if (sample.getRole() != ServerRole.ENGINE && sample.getRole() != ServerRole.ROUTER) {
            return;
        }
        Instance instance = new Instance(sample.getTarget(), sample.getInstance());
        if (!TeamLimit.SOURCES.hasRoom(instances, instance)) {
            return;
        }
        if (sample.getUp()) {
            instances.put(instance, new Scrapes(nanos, Optional.empty()));
            resolve(instance, sample.getScrapeEnd(), "the server answers scrapes again");
        } else if (instances.containsKey(instance) || isActive(instance)) {
            Failure failure = Optional.ofNullable(instances.get(instance))
                    .flatMap(Scrapes::failure)
                    .orElseGet(() -> new Failure(
                            sample.getScrapeStart(),
                            nanos,
                            Optional.ofNullable(sample.getError()).orElse("")));
            instances.put(instance, new Scrapes(nanos, Optional.of(failure)));
        }
    }

    /** Whether the newest scrape of one of a target's servers failed: enough to explain its breaches. */
    boolean isSuspect(String target) {
        return instances.entrySet().stream()
                .anyMatch(entry -> entry.getKey().target().equals(target)
                        && entry.getValue().failure().isPresent());
    }

    void tick(long nanos) {
        Duration wait = alerts.settings(AlertKind.TARGET_DOWN).holdFor();
        instances.forEach((instance, scrapes) -> scrapes.failure()
                .filter(failure -> nanos - failure.nanos() >= wait.toNanos())
                .ifPresent(failure -> raise(instance, failure)));
        instances.entrySet().removeIf(entry -> {
            boolean forgotten = nanos - entry.getValue().seenNanos() > FORGOTTEN_AFTER.toNanos();
            if (forgotten) {
                resolve(entry.getKey(), alerts.now(), "no run scrapes the server any more");
            }
            return forgotten;
        });
    }

    /** What was not read did not fail. */
    void notListening(long nanos) {
        instances.replaceAll((instance, scrapes) -> new Scrapes(nanos, scrapes.failure()));
    }

    private boolean isActive(Instance instance) {
        return !alerts.matching(AlertKind.TARGET_DOWN, labels(instance)).isEmpty();
    }

    private void resolve(Instance instance, Instant at, String reason) {
        alerts.resolveAll(AlertKind.TARGET_DOWN, labels(instance), at, reason);
    }

    private void raise(Instance instance, Failure failure) {
        String server = "server " + instance.instance();
        alerts.raise(alerts.draft(AlertKind.TARGET_DOWN, labels(instance), failure.since())
                .annotation(Annotation.SUMMARY, server + " of target " + instance.target() + " does not answer scrapes")
                .annotation(Annotation.VALUE, failure.error())
                .annotation(Annotation.AFFECTED, "target " + instance.target() + ", " + server)
                .annotation(Annotation.CERTAINTY, "It answered scrapes before."));
    }

    private static ImmutableMap<String, String> labels(Instance instance) {
        return ImmutableMap.of("target", instance.target(), "instance", instance.instance());
    }
}
