package io.tidemark.schemas.kafka;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Tap;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** The topics of one team, for a {@link RecordFeed}. */
public record TeamTaps(Team team, SchemaRegistry registry, RecordFailures failures) {
    /** Clocks of brokers and lanes may differ by as much. */
    private static final Duration CLOCK_MARGIN = Duration.ofMinutes(1);

    public TeamTaps(Team team, SchemaRegistry registry) {
        this(team, registry, new RecordFailures());
    }

    /** One topic, whose events of a class go to {@code taker}. */
    public <T extends SpecificRecord> Tap<T> tap(Topic topic, From from, Class<T> event, Consumer<T> taker) {
        return new Tap<>(topic.in(team), from, registry.decoder(event), taker, failures);
    }

    /**
     * Where topics that grow with the load are read from: the start of the earliest run that matters, but not further back than that.
     *
     * @param earliest start of that run; empty where there is none
     */
    public static From since(Optional<Instant> earliest, Instant now, Duration lookBack) {
        Instant limit = now.minus(lookBack);
        Instant start = earliest.orElse(now);
        return From.at((start.isAfter(limit) ? start : limit).minus(CLOCK_MARGIN));
    }
}
