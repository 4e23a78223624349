package io.tidemark.app.run.stop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunAction;
import io.tidemark.events.RunCommand;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

final class RunStopRecordsTest {
    static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    static final String OTHER = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";

    private final List<String> decoded = new ArrayList<>();

    static RunCommand command(String run, RunAction action) {
        TrustedEventClasses.trust();
        return RunCommand.newBuilder()
                .setAt(Instant.EPOCH)
                .setRun(run)
                .setAction(action)
                .setBy("ana@gpu-1")
                .setReason("release")
                .build();
    }

    static ConsumerRecord<byte[], byte[]> record(long offset, String key, String value) {
        return new ConsumerRecord<>(
                "tidemark.perf.run-commands", 0, offset, key.getBytes(UTF_8), value.getBytes(UTF_8));
    }

    private RunStopRecords decodingTo(RunCommand command) {
        return new RunStopRecords(RUN, (position, value) -> {
            decoded.add(position.toString());
            return command;
        });
    }

    @Test
    void aRequestForTheRunIsHandedOn() {
        RunCommand stop = command(RUN, RunAction.STOP);

        assertThat(decodingTo(stop).stop(record(7, RUN, "x"))).contains(stop);
        assertThat(decoded).containsExactly("tidemark.perf.run-commands[0]@7");
    }

    @Test
    void recordsOfOtherRunsAreNotEvenDecoded() {
        assertThat(decodingTo(command(RUN, RunAction.STOP)).stop(record(0, OTHER, "x")))
                .isEmpty();
        assertThat(decoded).isEmpty();
    }

    @Test
    void aRecordUnderTheKeyOfTheRunThatNamesAnotherIsNotObeyed() {
        assertThat(decodingTo(command(OTHER, RunAction.STOP)).stop(record(0, RUN, "x")))
                .isEmpty();
    }

    @Test
    void anActionOfALaterVersionIsNotObeyed() {
        assertThat(decodingTo(command(RUN, RunAction.UNKNOWN)).stop(record(0, RUN, "x")))
                .isEmpty();
    }

    @Test
    void whatCannotBeDecodedIsPassedOver() {
        RunCommand stop = command(RUN, RunAction.STOP);
        EventDecoder<RunCommand> decoder = SchemaRegistry.connect(RegistryConfig.embedded("http://127.0.0.1:1"))
                .decoder(RunCommand.class);
        RunStopRecords records = new RunStopRecords(
                RUN, (position, value) -> value.length == 1 ? decoder.decode(position, value) : stop);

        assertThat(records.stop(record(0, RUN, "x"))).isEmpty();
        assertThat(records.stop(record(1, RUN, "stop"))).contains(stop);
    }
}
