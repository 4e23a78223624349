package io.tidemark.streams.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.streams.wire.WireFormatException;
import java.util.List;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

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

    @Test
    void whatPassesByItselfGoesOn() {
        for (RuntimeException outage : List.of(
                new StreamsException("a broker is away"),
                new IllegalStateException(new StreamsException("a broker is away")),
                new WireFormatException("a newer host wrote it"))) {
            assertThatThrownBy(() -> Containment.run(() -> {
                        throw outage;
                    }))
                    .isSameAs(outage);
        }
    }

    @SuppressWarnings("InfiniteRecursion") // is the point
    private static void endless() {
        endless();
    }
}
