package io.tidemark.sinks.sink;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.consume.KafkaPartitions;
import io.tidemark.sinks.consume.OwnedClients;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/**
 * Stores what the teams' topics hold: control, requests, servers, windows, breaches, steps, regressions and audit. Rows and offsets
 * go into the store in one transaction, and reading starts from the store's offsets, so that a kill at any moment neither
 * loses nor doubles a row. Thread-safe; one sink per store.
 */
public final class StoreSink implements AutoCloseable {
    private final SinkLoop loop;
    private final StoreMaintenance upkeep;
    private final Thread thread;
    private final Thread upkeepThread;
    private final OwnedClients owned;

    private StoreSink(SinkLoop loop, StoreMaintenance upkeep, OwnedClients owned) {
        this.loop = loop;
        this.upkeep = upkeep;
        this.owned = owned;
        this.thread = new Thread(loop, "tidemark-sink");
        this.upkeepThread = new Thread(upkeep, "tidemark-sink-upkeep");
        thread.start();
        upkeepThread.start();
    }

    /** The topics whose records a sink stores. */
    public static Set<Topic> topics() {
        return StoreChangeReader.TOPICS;
    }

    /**
     * Opens the store and starts. Kafka and registry may still be away: it waits for them.
     *
     * @throws StoreException if the store cannot be opened; a server that is away is waited for, too
     */
    public static StoreSink start(SinkOptions options, SinkClocks clocks, MeterRegistry meters) {
        return start(
                new Given(options, clocks, new SinkMeters(meters)),
                options.store().open());
    }

    /** Into a store that is open, and is closed with it. */
    static StoreSink start(SinkOptions options, SinkClocks clocks, ResultStore store) {
        return start(new Given(options, clocks, new SinkMeters(new CompositeMeterRegistry())), store);
    }

    private static StoreSink start(Given given, ResultStore store) {
        OwnedClients owned = new OwnedClients("the sink");
        owned.own(store);
        try {
            SinkLoop loop = new SinkLoop(parts(given, store, owned));
            StoreMaintenance upkeep = new StoreMaintenance(
                    store,
                    loop::caughtUp,
                    new StoreMaintenance.Limits(
                            given.options().retention(), given.options().lostAfter()),
                    given.clocks());
            return new StoreSink(loop, upkeep, owned);
        } catch (KafkaException e) {
            owned.close();
            throw e;
        }
    }

    private record Given(SinkOptions options, SinkClocks clocks, SinkMeters meters) {}

    private static SinkLoop.Parts parts(Given given, ResultStore store, OwnedClients owned) {
        SinkOptions options = given.options();
        SinkClientSettings settings = new SinkClientSettings(options);
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings.consumer());
        owned.ownConsumer(consumer);
        Admin admin = Admin.create(settings.admin());
        owned.own(admin);
        Producer<byte[], byte[]> producer = new KafkaProducer<>(settings.producer());
        owned.own(producer);
        return new SinkLoop.Parts(
                consumer,
                new KafkaPartitions(admin, StoreChangeReader.TOPICS, options.teams()),
                new StoreChangeReader(SchemaRegistry.connect(options.registry())),
                new KafkaDeadLetterSender(producer),
                store,
                options.begin(),
                given.clocks(),
                given.meters());
    }

    /** With meters that are not exposed. */
    public static StoreSink start(SinkOptions options, SinkClocks clocks) {
        return start(options, clocks, new CompositeMeterRegistry());
    }

    /** Whether its threads are there. */
    public boolean isAlive() {
        return thread.isAlive() && upkeepThread.isAlive();
    }

    /** How long it has worked on the same records, if that is too long. */
    public Optional<String> stuck() {
        return loop.stuck();
    }

    /** How it stands now. */
    public SinkStatus status() {
        return loop.status();
    }

    /**
     * Waits until every record that is committed in Kafka now is in the store. What is in a transaction that is still open
     * does not count: wait for its result first, e.g. for the FINAL record of a step.
     *
     * @return false if the time is over, or the sink ended, before
     */
    public boolean awaitCaughtUp(Duration timeout) {
        try {
            return loop.catchUps().request().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("answers are never failures", e);
        }
    }

    /** Ends after the batch that is being stored. */
    @Override
    public void close() {
        loop.close();
        upkeep.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // The store's end cuts a maintenance off, which may have much to do.
        owned.close();
        try {
            upkeepThread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
