package io.tidemark.streams.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerSample;
import io.tidemark.events.StepResult;
import io.tidemark.events.TargetRef;
import io.tidemark.events.WatchState;
import io.tidemark.schemas.serde.ReleaseBefore;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events in state that an earlier version wrote. */
class EarlierSchemasTest {
    private static final long BEFORE_WATCHES = -3530640304149429086L;
    private static final Instant STARTED = Instant.ofEpochSecond(1_700_000_000L);

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
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

    private static Schema earlier(String name) {
        return EarlierSchemas.ALL.stream()
                .filter(schema -> schema.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** As a host of that schema's version wrote it. */
    private static byte[] writtenBy(Schema writer, ControlEvent event) throws IOException {
        ByteArrayOutputStream now = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().directBinaryEncoder(now, null);
        new SpecificDatumWriter<>(ControlEvent.class).write(event, encoder);
        GenericRecord record = new GenericDatumReader<GenericRecord>(ControlEvent.getClassSchema(), writer)
                .read(null, DecoderFactory.get().binaryDecoder(now.toByteArray(), null));
        return AvroBytes.encode(new BinaryMessageEncoder<>(GenericData.get(), writer), record);
    }

    @Test
    void aDefinitionOfAnOpenRunIsReadAfterItsSchemaChanged() throws Exception {
        byte[] kept = writtenBy(earlier("ControlEvent"), run());
        assertThat(kept).isNotEqualTo(AvroBytes.encode(ControlEvent.getEncoder(), run()));
        assertThat(AvroBytes.decode(ControlEvent.getDecoder(), kept)).isEqualTo(run());
    }

    @Test
    void anEventOfALaterVersionIsRefusedByItsFingerprintAndTheMessageSaysWhatHelps() throws Exception {
        Schema later = new Schema.Parser()
                .parse(earlier("ControlEvent")
                        .toString()
                        .replaceFirst(
                                "\"fields\":\\[",
                                "\"fields\":[{\"name\":\"addedLater\",\"type\":\"long\",\"default\":0},"));
        byte[] kept = writtenBy(later, run());
        assertThatThrownBy(() -> AvroBytes.decode(ControlEvent.getDecoder(), kept))
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining(
                        "Cannot resolve schema for fingerprint: " + SchemaNormalization.parsingFingerprint64(later))
                .hasMessageContaining(WireFormatException.NEWER_WROTE_IT);
    }

    @Test
    void aDefinitionWithoutAnythingNewIsWrittenByTheSchemaOfTheReleaseBefore() {
        byte[] kept = AvroBytes.encode(ControlEvent.getEncoder(), run());
        assertThat(fingerprint(kept)).isEqualTo(BEFORE_WATCHES);
        assertThat(AvroBytes.decode(ControlEvent.getDecoder(), kept)).isEqualTo(run());
    }

    @Test
    void aDefinitionThatTheReleaseBeforeWouldReadOtherwiseIsWrittenByThisSchema() {
        RunState state = (RunState) run().getState();
        TargetRef weighted = TargetRef.newBuilder()
                .setName("a")
                .setUrl("http://127.0.0.1:1")
                .setModel("m")
                .setWeight(3)
                .build();
        ControlEvent event = ControlEvent.newBuilder()
                .setAt(STARTED)
                .setState(
                        RunState.newBuilder(state).setTargets(List.of(weighted)).build())
                .build();
        byte[] kept = AvroBytes.encode(ControlEvent.getEncoder(), event);
        assertThat(fingerprint(kept))
                .isEqualTo(SchemaNormalization.parsingFingerprint64(ControlEvent.getClassSchema()));
        assertThat(AvroBytes.decode(ControlEvent.getDecoder(), kept)).isEqualTo(event);
    }

    @Test
    void aStateThatTheReleaseBeforeDoesNotKnowIsWrittenByThisSchema() {
        ControlEvent event = ControlEvent.newBuilder()
                .setAt(STARTED)
                .setState(WatchState.newBuilder()
                        .setWatch("w")
                        .setTarget("http://127.0.0.1:1")
                        .setSchedule("continuous")
                        .setWatcher("host")
                        .setSince(STARTED)
                        .build())
                .build();
        byte[] kept = AvroBytes.encode(ControlEvent.getEncoder(), event);
        assertThat(fingerprint(kept))
                .isEqualTo(SchemaNormalization.parsingFingerprint64(ControlEvent.getClassSchema()));
        assertThat(AvroBytes.decode(ControlEvent.getDecoder(), kept)).isEqualTo(event);
    }

    @Test
    void theSchemaOfTheReleaseBeforeIsAmongTheEarlierOnes() {
        assertThat(EarlierSchemas.ALL)
                .contains(ReleaseBefore.schema(ControlEvent.class.getName()).orElseThrow());
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
                        "keep the schema as it was in %s and, if the release before wrote it, in ReleaseBefore; then"
                                + " change the number",
                        EarlierSchemas.RESOURCE)
                .containsExactly(-7943347985845497404L, 942989178779938076L, -1726226268585866141L);
        assertThat(EarlierSchemas.ALL)
                .extracting(SchemaNormalization::parsingFingerprint64)
                .as("those before E2E from due was a metric")
                .contains(5873373473924911128L, 4664899044985919584L);
        assertThat(EarlierSchemas.ALL)
                .extracting(SchemaNormalization::parsingFingerprint64)
                .as("those before verdicts had two bases")
                .contains(-7661638438054447829L, 7668930542466785723L);
        assertThat(EarlierSchemas.ALL)
                .extracting(SchemaNormalization::parsingFingerprint64)
                .as("those before a step could be INVALID")
                .contains(502099652695387170L, 6628054917593505350L);
        assertThat(EarlierSchemas.ALL)
                .extracting(SchemaNormalization::parsingFingerprint64)
                .as("that before plans were watched")
                .contains(-3530640304149429086L);
        assertThat(EarlierSchemas.ALL)
                .extracting(SchemaNormalization::parsingFingerprint64)
                .as("that before facts of a step withheld verdicts")
                .contains(-1077899663065945557L);
    }
}
