package io.tidemark.producer.publish;

import io.tidemark.producer.publish.spool.DiskSpool;
import io.tidemark.producer.publish.spool.SpoolFolder;
import io.tidemark.producer.publish.spool.SpoolOrigin;
import io.tidemark.schemas.time.Clocks;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Publishes what an earlier process left in its spool. */
public final class SpoolReplayer {
    private final PublisherSettings settings;
    private final Clocks clocks;

    public SpoolReplayer(PublisherSettings settings, Clocks clocks) {
        this.settings = settings;
        this.clocks = clocks;
    }

    /** Whether a folder is what a publisher left, empty or not. */
    public static boolean isSpool(Path folder) {
        return SpoolFolder.isSpool(folder);
    }

    /**
     * Whether no process writes or reads a spool now.
     *
     * @throws IOException if that cannot be tried
     */
    public static boolean isFree(Path folder) throws IOException {
        return SpoolFolder.isFree(folder);
    }

    /**
     * Where a spool's events belong, as far as its run knew.
     *
     * @throws IOException if that cannot be read
     */
    public static SpoolOrigin readOrigin(Path folder) throws IOException {
        return SpoolFolder.readOrigin(folder);
    }

    /**
     * What became of a spool's events.
     *
     * @param published acknowledged by Kafka
     * @param remaining still in the spool, as Kafka did not answer
     * @param lost refused by Kafka
     * @param tornBytes at the end of a file that its writer could not finish, or damaged
     */
    public record ReplayResult(long published, long remaining, long lost, long tornBytes) {}

    /**
     * Publishes in the order in which they were spooled; files are deleted as they are read.
     *
     * @throws IOException if the folder cannot be read or is in use
     */
    public ReplayResult replay(Path folder) throws IOException {
        DiskSpool spool = DiskSpool.reopen(folder);
        long events = spool.events();
        Outbox outbox = new Outbox(settings.spool().outboxLimits(), spool, clocks.elapsed());
        try (KafkaDelivery delivery = KafkaDelivery.start(outbox, new KafkaProducer<>(settings.properties()), clocks)) {
            delivery.flush();
        }
        long remaining = spool.events();
        return new ReplayResult(events - remaining - outbox.lost(), remaining, outbox.lost(), spool.unreadableBytes());
    }
}
