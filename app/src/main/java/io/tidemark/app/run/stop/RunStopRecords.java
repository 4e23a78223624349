package io.tidemark.app.run.stop;

import io.tidemark.events.RunAction;
import io.tidemark.events.RunCommand;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecodeException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What records of {@code run-commands} ask of one run. Not thread-safe. */
final class RunStopRecords {
    private static final Logger LOG = LoggerFactory.getLogger(RunStopRecords.class);

    private final String run;
    private final byte[] key;
    private final Decode decode;
    private boolean warned;

    RunStopRecords(String run, Decode decode) {
        this.run = run;
        this.key = run.getBytes(StandardCharsets.UTF_8);
        this.decode = decode;
    }

    /** As {@link io.tidemark.schemas.serde.EventDecoder#decode}. */
    @FunctionalInterface
    interface Decode {
        RunCommand at(RecordPosition position, byte @Nullable [] value);
    }

    /**
     * The request to stop; empty if the record is of another run, cannot be decoded, or asks for what this version does not know. Records of other
     * runs are not decoded: what is wrong with them is no matter of this one.
     *
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry is needed and cannot be asked
     */
    Optional<RunCommand> stop(ConsumerRecord<byte[], byte[]> record) {
        if (!Arrays.equals(key, record.key())) {
            return Optional.empty();
        }
        try {
            return Optional.of(decode.at(RecordPosition.of(record), record.value()))
                    .filter(command -> command.getRun().equals(run) && command.getAction() == RunAction.STOP);
        } catch (EventDecodeException e) {
            if (!warned) {
                LOG.warn("what was asked of run {} is passed over: {}", run, e.getMessage());
            }
            warned = true;
            return Optional.empty();
        }
    }
}
