package io.tidemark.streams.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerSample;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
                .hasMessageContaining(WireFormatException.WHAT_HELPS);
    }

    /** Fails when an event that is kept in state changes: its schema as it was then becomes a line of the earlier ones. */
    @Test
    void schemasOfWhatIsKeptChangeOnlyWithTheEarlierOneKept() {
        assertThat(List.of(ControlEvent.getClassSchema(), ServerSample.getClassSchema(), StepResult.getClassSchema()))
                .extracting(SchemaNormalization::parsingFingerprint64)
                .as("keep the schema as it was in %s, then change the number", EarlierSchemas.RESOURCE)
                .containsExactly(-1077899663065945557L, 942989178779938076L, -1726226268585866141L);
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
    }
}
