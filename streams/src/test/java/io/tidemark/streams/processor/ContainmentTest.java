package io.tidemark.streams.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.streams.wire.WireFormatException;
import io.tidemark.streams.wire.WireReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContainmentTest {
    @Test
    void whatARecordMakesTheProgramThrowIsReturned() {
        RuntimeException defect = new ArithmeticException("long overflow");
        assertThat(Containment.run(() -> {
                    throw defect;
                }))
                .contains(defect);
        assertThat(Containment.run(ContainmentTest::endless)).get().isInstanceOf(StackOverflowError.class);
        assertThat(Containment.run(() -> {})).isEmpty();
    }

    static List<Error> errorsOfOneRecord() {
        return List.of(
                new NoClassDefFoundError("a class that only this record needs"),
                new ExceptionInInitializerError("its first use fails"),
                new AssertionError("what never happens"));
    }

    @ParameterizedTest
    @MethodSource("errorsOfOneRecord")
    void soAreErrorsOfOneRecord(Error defect) {
        assertThat(Containment.run(() -> {
                    throw defect;
                }))
                .contains(defect);
    }

    @Test
    void soAreBytesOfThisVersionThatAreCorrupt() {
        assertThat(Containment.run(() -> WireReader.versioned(new byte[] {1}).count()))
                .get()
                .isInstanceOf(WireFormatException.class);
    }

    @Test
    void whatPassesByItselfGoesOn() {
        for (RuntimeException outage : List.of(
                new StreamsException("a broker is away"),
                new IllegalStateException(new StreamsException("a broker is away")),
                new StreamsException(new RecordTooLargeException("an earlier record, whose transaction is lost")),
                new WireFormatException("a newer host wrote it"))) {
            assertThatThrownBy(() -> Containment.run(() -> {
                        throw outage;
                    }))
                    .isSameAs(outage);
        }
    }

    @Test
    void anErrorOfTheProcessGoesOn() {
        assertThatThrownBy(() -> Containment.run(() -> {
                    throw new OutOfMemoryError("Java heap space");
                }))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void whatANodeThrowsToWhichARecordIsForwardedIsReturned(@TempDir Path stateDir) {
        List<Throwable> contained = new ArrayList<>();
        Topology topology = new Topology()
                .addSource("in", "in")
                .addProcessor("forwards", () -> forwarding(contained), "in")
                .addProcessor("fails", ContainmentTest::failing, "forwards");
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "containment");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, config)) {
            driver.createInputTopic(
                            "in", Serdes.String().serializer(), Serdes.String().serializer())
                    .pipeInput("key", "value");
        }
        assertThat(contained)
                .singleElement()
                .satisfies(reason -> assertThat(reason).hasRootCauseInstanceOf(ArithmeticException.class));
    }

    private static Processor<String, String, String, String> forwarding(List<Throwable> contained) {
        return new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                Containment.run(() -> context().forward(record)).ifPresent(contained::add);
            }
        };
    }

    private static Processor<String, String, String, String> failing() {
        // A lambda would be the same object each time, which Kafka Streams refuses.
        return new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                throw new ArithmeticException("long overflow");
            }
        };
    }

    @SuppressWarnings("InfiniteRecursion") // is the point
    private static void endless() {
        endless();
    }
}
