package io.tidemark.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.events.Heartbeat;
import io.tidemark.faults.HostileRecords.Hostile;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;

/** Heartbeats under schemas of a team's own that any registry takes as compatible: with a field that costs much to skip and takes few bytes. */
final class ForeignSchemas {
    private static final String NAMESPACE = "foreign";

    private final List<Foreign> known;

    /**
     * A registered schema.
     *
     * @param id in the registry
     * @param extra the bytes of its further field
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are sent, never compared
    private record Foreign(int id, byte[] extra) {}

    private ForeignSchemas(List<Foreign> known) {
        this.known = known;
    }

    /** Registers them, each under a subject of its own: ids are of the whole registry, and a check of compatibility would compare them. */
    static ForeignSchemas register(String registryUrl, Team team) {
        Schema nothing = Schema.create(Schema.Type.NULL);
        Schema manyNothings = Schema.createArray(nothing);
        List<Foreign> known = new ArrayList<>();
        known.add(new Foreign(id(registryUrl, team, 1, doubled(28, nothing)), encoded(1)));
        known.add(new Foreign(id(registryUrl, team, 2, doubled(40, nothing)), encoded(1)));
        known.add(new Foreign(id(registryUrl, team, 3, manyNothings), encoded(1, Integer.MAX_VALUE - 8L, 0)));
        known.add(new Foreign(id(registryUrl, team, 4, Schema.createArray(manyNothings)), nested()));
        return new ForeignSchemas(known);
    }

    Hostile next(SplittableRandom random, Heartbeat beat) {
        Foreign foreign = known.get(random.nextInt(known.size()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(foreign.id).array());
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        try {
            new SpecificDatumWriter<>(Heartbeat.class).write(beat, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes.writeBytes(foreign.extra);
        return new Hostile(Topic.HEARTBEATS, Keys.heartbeat(beat.getRun(), beat.getLane()), bytes.toByteArray());
    }

    /** Records of two fields of the same type in each other, so deep: 2 to the power of that many values of no bytes. */
    private static Schema doubled(int depth, Schema innermost) {
        Schema inner = innermost;
        for (int level = 0; level < depth; level++) {
            inner = Schema.createRecord(
                    "R" + depth + "x" + level,
                    null,
                    NAMESPACE,
                    false,
                    List.of(new Field("a", inner), new Field("b", inner)));
        }
        return inner;
    }

    private static Schema withExtra(Schema extra) {
        Schema plain = Heartbeat.getClassSchema();
        List<Field> fields = new ArrayList<>();
        plain.getFields().forEach(field -> fields.add(new Field(field, field.schema())));
        fields.add(new Field(
                "extra", Schema.createUnion(Schema.create(Schema.Type.NULL), extra), null, JsonProperties.NULL_VALUE));
        return Schema.createRecord(plain.getName(), plain.getDoc(), plain.getNamespace(), false, fields);
    }

    private static int id(String registryUrl, Team team, int number, Schema extra) {
        ObjectMapper json = new ObjectMapper();
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(
                            registryUrl + "/subjects/" + team.prefix() + "foreign-" + number + "-value/versions"))
                    .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                    .header("Authorization", RegistryLogins.header(team))
                    .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(
                            Map.of("schema", withExtra(extra).toString()))))
                    .build();
            HttpResponse<String> answer =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            // A registry that refuses it is as good: then its bytes come under an id that is unknown.
            return answer.statusCode() == 200
                    ? json.readTree(answer.body()).path("id").asInt()
                    : Integer.MAX_VALUE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Arrays of arrays: blocks that each are within every limit, and together are not. */
    private static byte[] nested() {
        long[] values = new long[2 + 2 * 20_000 + 1];
        values[0] = 1;
        values[1] = 20_000;
        for (int i = 0; i < 20_000; i++) {
            values[2 + 2 * i] = 1 << 25;
        }
        return encoded(values);
    }

    /** Numbers as Avro writes them. */
    private static byte[] encoded(long... values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        try {
            for (long value : values) {
                encoder.writeLong(value);
            }
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
