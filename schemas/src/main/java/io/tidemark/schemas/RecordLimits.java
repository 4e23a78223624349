package io.tidemark.schemas;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toUnmodifiableList;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.ServerSample;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Holds the counts and lengths within one record against {@link TeamLimit}s. Every reader of the topics decodes by these rules. A field has the limits of its
 * kind, unless it is named here: so a field that is added has limits too.
 */
public final class RecordLimits {
    /** A limit that a record is over, and how. */
    public record Excess(TeamLimit limit, String rule) {
        /** @param what that there is more of than the limit allows */
        public static Excess of(TeamLimit limit, String what, long count) {
            return new Excess(
                    limit, what + " must be at most " + limit.most() + " (limit " + limit.id() + ") but was " + count);
        }
    }

    /** Of texts and keys; by the field, or the record and the field. */
    private static final Map<String, TeamLimit> TEXTS = named(Map.of(
            TeamLimit.NAME_LENGTH,
            Set.of(
                    "run",
                    "lane",
                    "target",
                    "targetGroup",
                    "requestClass",
                    "instance",
                    "engine",
                    "TargetRef.name",
                    "ObjectiveState.name",
                    "severity",
                    "lanes",
                    "requestsByLane",
                    "measuredByLane"),
            TeamLimit.TEXT_LENGTH,
            Set.of("WatchState.target", "TuneState.target"),
            TeamLimit.DOCUMENT_LENGTH,
            Set.of(
                    "recordedPrompt",
                    "recordedAnswer",
                    "responseHeaders",
                    "errorType",
                    "errorCode",
                    "errorText",
                    "clientError",
                    "ServerSample.error",
                    "ServerSample.info",
                    "plan",
                    "schedule",
                    "command",
                    "description",
                    "evidence",
                    "failure",
                    "lastLines",
                    "identity",
                    "facts")));

    /** Of lists and maps. */
    private static final Map<String, TeamLimit> COUNTS = named(Map.of(
            TeamLimit.LANES_PER_RUN,
            Set.of("lanes", "requestsByLane", "measuredByLane"),
            TeamLimit.TARGETS_PER_RUN,
            Set.of("targets"),
            TeamLimit.SAMPLE_VALUES,
            Set.of("ServerSample.values", "ServerSample.histograms", "ServerSample.info"),
            TeamLimit.BATCH_CHUNKS,
            Set.of("gapsNanos", "kinds", "tokens", "sizesBytes", "choices", "choiceBasesNanos")));

    private static final Map<Class<?>, List<Fields>> OF_INPUTS = Arrays.stream(Topic.values())
            .filter(Topic::isInput)
            .flatMap(topic -> topic.event().stream())
            .collect(Collectors.toUnmodifiableMap(
                    Function.identity(),
                    event -> Fields.byLeast(limits(SpecificData.get().getSchema(event), ""))));

    /**
     * What a field that takes room is held against.
     *
     * @param path from the record on
     * @param inner of records in it, by their names
     */
    private record FieldLimits(
            int position, String path, TeamLimit text, TeamLimit count, Map<String, List<FieldLimits>> inner) {
        /** Whatever the field holds, it is over no limit before the record has more bytes than this. */
        long least() {
            LongStream own = LongStream.of(text.most(), count.most(), TeamLimit.SKETCH_BYTES.most());
            LongStream ofInner = inner.values().stream().flatMap(List::stream).mapToLong(FieldLimits::least);
            return LongStream.concat(own, ofInner).min().orElseThrow();
        }
    }

    /** Fields of a record that may have something over a limit if it has more bytes than {@code least}. */
    private record Fields(long least, List<FieldLimits> limits) {
        /** The fields with the lowest limits first. */
        static List<Fields> byLeast(List<FieldLimits> limits) {
            return limits.stream()
                    .collect(groupingBy(FieldLimits::least, TreeMap::new, toUnmodifiableList()))
                    .entrySet()
                    .stream()
                    .map(group -> new Fields(group.getKey(), group.getValue()))
                    .toList();
        }
    }

    private @Nullable Excess found;

    private RecordLimits() {}

    private static Map<String, TeamLimit> named(Map<TeamLimit, Set<String>> fields) {
        Map<String, TeamLimit> limits = new HashMap<>();
        fields.forEach((limit, names) -> names.forEach(name -> limits.put(name, limit)));
        return Map.copyOf(limits);
    }

    private static List<FieldLimits> limits(Schema record, String within) {
        List<FieldLimits> limits = new ArrayList<>();
        for (Schema.Field field : record.getFields()) {
            // Each state is an event of its own.
            String inner = field.name().equals("state") ? "" : within + field.name() + ".";
            Map<String, List<FieldLimits>> records = new HashMap<>();
            if (takesRoom(field.schema(), inner, records)) {
                limits.add(new FieldLimits(
                        field.pos(),
                        within + field.name(),
                        limit(TEXTS, record, field, TeamLimit.TEXT_LENGTH),
                        limit(COUNTS, record, field, TeamLimit.LIST_LENGTH),
                        Map.copyOf(records)));
            }
        }
        return List.copyOf(limits);
    }

    private static TeamLimit limit(
            Map<String, TeamLimit> named, Schema record, Schema.Field field, TeamLimit otherwise) {
        TeamLimit ofField = named.getOrDefault(field.name(), otherwise);
        return named.getOrDefault(record.getName() + "." + field.name(), ofField);
    }

    /** Whether values may be of any size, or hold such values; finds the records among them. */
    private static boolean takesRoom(Schema type, String within, Map<String, List<FieldLimits>> records) {
        return switch (type.getType()) {
            case STRING, BYTES -> true;
            case ARRAY -> {
                takesRoom(type.getElementType(), within, records);
                yield true;
            }
            case MAP -> {
                takesRoom(type.getValueType(), within, records);
                yield true;
            }
            case UNION -> {
                boolean any = false;
                for (Schema branch : type.getTypes()) {
                    any |= takesRoom(branch, within, records);
                }
                yield any;
            }
            case RECORD -> {
                List<FieldLimits> inner = limits(type, within);
                records.put(type.getFullName(), inner);
                yield !inner.isEmpty();
            }
            default -> false;
        };
    }

    /** Whether a record is too large to be read at all. */
    public static Optional<Excess> ofSize(Class<?> type, int sizeBytes) {
        RecordLimits check = new RecordLimits();
        if (type == ServerSample.class) {
            check.atMost(TeamLimit.SAMPLE_BYTES, "the sample", sizeBytes);
        } else if (type == ControlEvent.class) {
            check.atMost(TeamLimit.CONTROL_BYTES, "the record", sizeBytes);
        }
        return Optional.ofNullable(check.found);
    }

    /**
     * The first limit that an event of an input is over; results, which only the service of a team writes, have none.
     *
     * @param sizeBytes of the record. A character and an entry take a byte each at least, so that nothing in it is more
     */
    public static Optional<Excess> of(SpecificRecord event, int sizeBytes) {
        RecordLimits check = new RecordLimits();
        for (Fields fields : OF_INPUTS.getOrDefault(event.getClass(), List.of())) {
            if (sizeBytes <= fields.least) {
                break;
            }
            check.fields(event, fields.limits);
        }
        return Optional.ofNullable(check.found);
    }

    /**
     * The same of a batch that was read into columns.
     *
     * @param requestBytes of the request's name
     * @param chunks of the longest column
     */
    public static Optional<Excess> ofBatch(BatchNames names, int requestBytes, int chunks) {
        RecordLimits check = new RecordLimits();
        check.atMost(TeamLimit.NAME_LENGTH, "run", names.run.length());
        check.atMost(TeamLimit.NAME_LENGTH, "lane", names.lane.length());
        check.atMost(TeamLimit.NAME_LENGTH, "target", names.target.length());
        check.atMost(TeamLimit.NAME_LENGTH, "targetGroup", names.targetGroup.length());
        check.atMost(TeamLimit.NAME_LENGTH, "requestClass", names.requestClass.length());
        check.atMost(TeamLimit.TEXT_LENGTH, "request", requestBytes);
        check.atMost(TeamLimit.BATCH_CHUNKS, "chunks", chunks);
        return Optional.ofNullable(check.found);
    }

    /** Names in a batch of which a process keeps something. */
    public record BatchNames(String run, String lane, String target, String targetGroup, String requestClass) {}

    private void fields(SpecificRecord record, List<FieldLimits> limits) {
        for (FieldLimits field : limits) {
            value(field, record.get(field.position));
        }
    }

    private void value(FieldLimits field, @Nullable Object value) {
        if (value == null || found != null) {
            return;
        }
        // Nearly all are strings. A check for a final class is a comparison, one for an interface a search.
        if (value instanceof String text) {
            atMost(field.text, field.path, text.length());
        } else if (value instanceof ByteBuffer bytes) {
            atMost(TeamLimit.SKETCH_BYTES, field.path, bytes.remaining());
        } else if (value instanceof Collection<?> entries) {
            atMost(field.count, field.path, entries.size());
            entries.forEach(entry -> value(field, entry));
        } else if (value instanceof Map<?, ?> entries) {
            atMost(field.count, field.path, entries.size());
            entries.forEach((key, entry) -> {
                value(field, key);
                value(field, entry);
            });
        } else if (value instanceof SpecificRecord inner) {
            fields(inner, field.inner.getOrDefault(inner.getSchema().getFullName(), List.of()));
        }
    }

    private void atMost(TeamLimit limit, String field, int count) {
        if (count > limit.most() && found == null) {
            found = Excess.of(limit, field, count);
        }
    }
}
