package io.tidemark.streams.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerSample;
import io.tidemark.events.StepResult;
import io.tidemark.events.WatchState;
import io.tidemark.schemas.serde.ReleaseBefore;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events in state, between this version and those next to it. */
class EarlierSchemasTest {
    private static final Instant STARTED = Instant.ofEpochSecond(1_700_000_000L);

    /** Before plans were watched. */
    private static final Schema EARLIER = withoutWatches();

    private static final ReleaseBefore RELEASE_BEFORE = ReleaseBefore.of(EARLIER);

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static Schema withoutWatches() {
        Schema now = ControlEvent.getClassSchema();
        List<Schema.Field> fields = now.getFields().stream()
                .map(field -> new Schema.Field(field, field.name().equals("state") ? states(field) : field.schema()))
                .toList();
        return Schema.createRecord(now.getName(), now.getDoc(), now.getNamespace(), false, fields);
    }

    private static Schema states(Schema.Field field) {
        return Schema.createUnion(field.schema().getTypes().stream()
                .filter(type -> !type.getName().equals("WatchState"))
                .toList());
    }

    private static ControlEvent run() {
        return ControlEvent.newBuilder()
                .setAt(STARTED)
                .setState(RunState.newBuilder()
                        .setRun("01JABCDEFGHJKMNPQRSTVWXYZ0")
                        .setExperiment("e")
                        .setPhase("base")
                        .setWorkloadHash("w")
                        .setTargets(List.of())
                        .setLanes(List.of("lane-0"))
                        .setStarted(STARTED)
                        .setStatus(RunStatus.RUNNING)
                        .build())
                .build();
    }

    private static ControlEvent watch() {
        return ControlEvent.newBuilder()
                .setAt(STARTED)
                .setState(WatchState.newBuilder()
                        .setWatch("w")
                        .setTarget("http://127.0.0.1:1")
                        .setSchedule("continuous")
                        .setWatcher("host")
                        .setSince(STARTED)
                        .build())
                .build();
    }

    private static byte[] kept(ControlEvent event) {
        return AvroBytes.encode(ControlEvent.getEncoder(), event, RELEASE_BEFORE);
    }

    @Test
    void aDefinitionWithoutAnythingNewIsWrittenByTheSchemaOfTheReleaseBeforeAndReadAgain() {
        byte[] kept = kept(run());
        assertThat(fingerprint(kept)).isEqualTo(SchemaNormalization.parsingFingerprint64(EARLIER));
        assertThat(AvroBytes.decode(ControlEvent.createDecoder(name -> null), kept, List.of(EARLIER)))
                .isEqualTo(run());
    }

    @Test
    void aStateThatTheReleaseBeforeDoesNotKnowIsWrittenByThisSchema() {
        byte[] kept = kept(watch());
        assertThat(fingerprint(kept))
                .isEqualTo(SchemaNormalization.parsingFingerprint64(ControlEvent.getClassSchema()));
        assertThat(AvroBytes.decode(ControlEvent.getDecoder(), kept)).isEqualTo(watch());
    }

    @Test
    void anEventOfASchemaThatIsNotAmongTheEarlierOnesIsRefusedByItsFingerprintAndTheMessageSaysWhatHelps() {
        byte[] kept = kept(run());
        assertThatThrownBy(() -> AvroBytes.decode(ControlEvent.createDecoder(name -> null), kept, List.of()))
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining(
                        "Cannot resolve schema for fingerprint: " + SchemaNormalization.parsingFingerprint64(EARLIER))
                .hasMessageContaining(WireFormatException.NEWER_WROTE_IT);
    }

    /** After the two bytes by which Avro's single-object encoding begins. */
    private static long fingerprint(byte[] kept) {
        return ByteBuffer.wrap(kept).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
    }

    /** Fails when an event that is kept in state changes: its schema as it was then becomes a line of the earlier ones. */
    @Test
    void schemasOfWhatIsKeptChangeOnlyWithTheEarlierOneKept() {
        assertThat(List.of(ControlEvent.getClassSchema(), ServerSample.getClassSchema(), StepResult.getClassSchema()))
                .extracting(SchemaNormalization::parsingFingerprint64)
                .as(
                        "from 0.1.0 on: keep the schema as it was in %s and, if the release before wrote it, in"
                                + " ReleaseBefore; then change the number",
                        EarlierSchemas.RESOURCE)
                .containsExactly(-5305190372352213254L, 942989178779938076L, 6898773299592048992L);
    }
}
