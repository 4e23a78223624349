package io.tidemark.app.health;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tidemark.events.ServerSample;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** How the pages that are scraped are, as their last samples say, and whether the samples come through. Thread-safe. */
public final class ScrapeHealth {
    private final Map<String, String> errors = new ConcurrentSkipListMap<>();
    private final KafkaPublisher publisher;
    private final MeterRegistry meters;

    public ScrapeHealth(KafkaPublisher publisher, MeterRegistry meters) {
        this.publisher = publisher;
        this.meters = meters;
        var unusedBacklog = ScrapeMeter.BACKLOG.gauge(
                meters, Tags.empty(), () -> publisher.backlog().events());
        var unusedLost = ScrapeMeter.LOST.gauge(meters, Tags.empty(), publisher::lost);
    }

    /** Notes a sample; returns a message if the state of its page has changed. */
    public Optional<String> record(ServerSample sample) {
        Tags tags = Tags.of("target", sample.getTarget(), "up", String.valueOf(sample.getUp()));
        ScrapeMeter.SAMPLES.counter(meters, tags).increment();
        String page = sample.getTarget() + "@" + sample.getInstance();
        String error = sample.getUp() ? "" : sample.getError();
        String before = errors.put(page, error);
        boolean news = before == null || before.isEmpty() != error.isEmpty();
        if (!news) {
            return Optional.empty();
        }
        return Optional.of(page + (error.isEmpty() ? " answers" : " cannot be scraped: " + error));
    }

    /** A page that cannot be read is reported as down in every sample of it: that is degraded, not failed. */
    public Health health() {
        List<ComponentHealth> parts = new ArrayList<>();
        errors.forEach((page, error) -> parts.add(part("scrape/" + page, error)));
        parts.add(part("kafka", trouble()));
        return new Health(true, parts);
    }

    private String trouble() {
        Backlog backlog = publisher.backlog();
        if (backlog.isAway()) {
            return "Kafka has acknowledged none of " + backlog.events() + " samples for "
                    + ValueText.duration(Duration.ofSeconds(backlog.silentFor().toSeconds()));
        }
        return publisher.lost() == 0 ? "" : publisher.lost() + " samples were lost: " + publisher.lossReason();
    }

    private static ComponentHealth part(String name, String error) {
        return error.isEmpty() ? ComponentHealth.ready(name) : new ComponentHealth(name, HealthState.DEGRADED, error);
    }
}
