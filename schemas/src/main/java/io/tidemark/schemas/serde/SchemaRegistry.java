package io.tidemark.schemas.serde;

import io.confluent.kafka.schemaregistry.ParsedSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaMetadata;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.net.PassingStatuses;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Schemas by id and by subject, over Confluent's own client, which caches them. Thread-safe. */
public final class SchemaRegistry {
    /** By id, refused ones too: each takes up to about 7 MB of heap. */
    private static final int CACHED_SCHEMAS = 100;

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    /** The error code of Confluent's registry where a user lacks a right; other servers refuse credentials with other codes. */
    private static final int DENIED = 40301;

    /** Before a question is asked again, each twice as long as the one before; 6.2 s in all. */
    private static final long FIRST_PAUSE_NANOS = 200_000_000;

    private static final long LAST_PAUSE_NANOS = 3_200_000_000L;

    private final SchemaRegistryClient client;
    private final RegistryConfig config;
    private final LongConsumer pauseNanos;
    private final WriterSchemas writers;
    private final ReleaseBefore releaseBefore;

    /** For tests: any client, such as Confluent's mock. */
    public SchemaRegistry(SchemaRegistryClient client, RegistryConfig config) {
        this(client, config, ReleaseBefore.CURRENT, LockSupport::parkNanos, NanoClock.SYSTEM);
    }

    /** For tests: beside processes of another release, or in another time. */
    SchemaRegistry(
            SchemaRegistryClient client,
            RegistryConfig config,
            ReleaseBefore releaseBefore,
            LongConsumer pauseNanos,
            NanoClock clock) {
        TrustedEventClasses.trust();
        this.client = client;
        this.config = config;
        this.pauseNanos = pauseNanos;
        this.writers = new WriterSchemas(clock);
        this.releaseBefore = releaseBefore;
    }

    /** Makes a client; the registry is asked only when an id is needed. */
    public static SchemaRegistry connect(RegistryConfig config) {
        return new SchemaRegistry(
                new CachedSchemaRegistryClient(
                        List.of(config.url().split(",")),
                        CACHED_SCHEMAS,
                        List.of(new AvroSchemaProvider()),
                        config.settings()),
                config);
    }

    /** One that is in this process and holds the schemas of a team's topics: the same version of them has the same ids. */
    public static SchemaRegistry inProcess(Team team) {
        SchemaRegistry registry = new SchemaRegistry(
                new MockSchemaRegistryClient(List.of(new AvroSchemaProvider())), RegistryConfig.embedded("in-process"));
        registry.register(team);
        return registry;
    }

    /**
     * An encoder for a team's topic, its schema id resolved now.
     *
     * @throws RegistryUnavailableException if the registry cannot be asked
     * @throws SchemaNotRegisteredException if the registry does not have the schema
     */
    public <T extends SpecificRecord> EventEncoder<T> encoder(Topic topic, Team team, Class<T> type) {
        if (topic.event().filter(type::equals).isEmpty()) {
            throw new IllegalArgumentException(topic + " does not hold " + type.getSimpleName());
        }
        Schema schema = topic.schema().orElseThrow();
        String subject = topic.subject(team);
        return new EventEncoder<>(idOf(subject, schema), schema, releaseBefore, earlierId(subject, schema));
    }

    /** A decoder of one thread's own. */
    public <T extends SpecificRecord> EventDecoder<T> decoder(Class<T> type) {
        return new EventDecoder<>(this, type);
    }

    /** A decoder of one thread's own for token batches, of which there are many more than of anything else. */
    public TokenBatchDecoder tokenBatchDecoder() {
        return new TokenBatchDecoder(this);
    }

    /** Registers the schemas of all topics of a team; idempotent. */
    public void register(Team team) {
        for (Topic topic : Topic.values()) {
            topic.schema().ifPresent(schema -> registerSchema(topic.subject(team), schema));
        }
    }

    /**
     * The ids of a team's topics, resolved now.
     *
     * @throws RegistryUnavailableException if the registry cannot be asked
     * @throws SchemaNotRegisteredException if the registry does not have a schema
     */
    public SchemaIds ids(Team team, Set<Topic> topics) {
        Map<Integer, String> fingerprints = new HashMap<>();
        for (Topic topic : topics) {
            Schema schema = topic.schema().orElseThrow();
            String subject = topic.subject(team);
            fingerprints.put(idOf(subject, schema), SchemaIds.fingerprint(schema));
            releaseBefore
                    .schema(schema.getFullName())
                    .ifPresent(earlier -> earlierId(subject, schema)
                            .ifPresent(id -> fingerprints.put(id, SchemaIds.fingerprint(earlier))));
        }
        return new SchemaIds(fingerprints);
    }

    /**
     * Those of the ids that stand for something else in this registry, or for nothing, in their order.
     *
     * @throws RegistryUnavailableException if the registry cannot be asked
     */
    public List<Integer> differingIds(SchemaIds ids) {
        return new TreeMap<>(ids.fingerprints())
                .entrySet().stream()
                        .filter(entry -> !isAs(entry.getKey(), entry.getValue()))
                        .map(Map.Entry::getKey)
                        .toList();
    }

    private boolean isAs(int id, String fingerprint) {
        try {
            return retried(() -> client.getSchemaById(id)).rawSchema() instanceof Schema schema
                    && SchemaIds.fingerprint(schema).equals(fingerprint);
        } catch (RestClientException e) {
            if (e.getStatus() == NOT_FOUND) {
                return false;
            }
            throw new RegistryUnavailableException("schema id " + id, config, e);
        } catch (IOException | UncheckedIOException e) {
            if (isInvalidSchema(e)) {
                return false;
            }
            throw new RegistryUnavailableException("schema id " + id, config, e);
        }
    }

    /** Confluent's client has no type of its own for a schema that it got but cannot parse, such as Protobuf. */
    private static boolean isInvalidSchema(Exception e) {
        return String.valueOf(e.getMessage()).startsWith("Invalid schema ");
    }

    /**
     * The schema of an id, within the limits of writers' schemas.
     *
     * @throws EventDecodeException if the registry has none that may be read, or it is over a limit
     */
    Schema schema(int id, RecordPosition position) {
        writers.requireNotRefused(id, position);
        try {
            ParsedSchema schema = client.getSchemaById(id);
            if (schema.rawSchema() instanceof Schema avro) {
                writers.take(id, avro, schema.canonicalString(), position);
                return avro;
            }
            throw notAvro(id, position, "is " + schema.schemaType());
        } catch (StackOverflowError e) {
            throw notAvro(id, position, "is nested too deep to be parsed");
        } catch (RestClientException e) {
            if (e.getStatus() == NOT_FOUND) {
                throw unknown(id, position, "the registry has no schema with id " + id);
            }
            if (e.getErrorCode() == DENIED && mayReadSubjectOf(position)) {
                throw unknown(id, position, "the registry has schema id " + id + " under no subject of the team");
            }
            throw new RegistryUnavailableException(position + ": schema id " + id, config, e);
        } catch (IOException | UncheckedIOException e) {
            if (isInvalidSchema(e)) {
                throw notAvro(id, position, "is of another type or cannot be parsed");
            }
            throw new RegistryUnavailableException(position + ": schema id " + id, config, e);
        }
    }

    private EventDecodeException notAvro(int id, RecordPosition position, String found) {
        String rule = "schema " + id + " must be Avro but " + found;
        return writers.refuse(id, position, at -> new EventDecodeException.WrongSchema(at, rule));
    }

    private EventDecodeException unknown(int id, RecordPosition position, String rule) {
        return writers.refuse(id, position, at -> new EventDecodeException.UnknownSchemaId(at, rule));
    }

    /** Whether the login lacks the right to one schema only: without the right to the topic's own subject, no record is to blame. */
    private boolean mayReadSubjectOf(RecordPosition position) {
        return Topic.locate(position.topic())
                .map(at -> at.topic().subject(at.team()))
                .filter(this::mayRead)
                .isPresent();
    }

    private boolean mayRead(String subject) {
        try {
            List<Integer> unused = client.getAllVersions(subject);
            return true;
        } catch (RestClientException e) {
            if (e.getStatus() == NOT_FOUND || e.getErrorCode() == DENIED) {
                return e.getStatus() == NOT_FOUND;
            }
            throw new RegistryUnavailableException("subject " + subject, config, e);
        } catch (IOException | UncheckedIOException e) {
            throw new RegistryUnavailableException("subject " + subject, config, e);
        }
    }

    private int idOf(String subject, Schema schema) {
        if (config.registration() == RegistryConfig.Registration.REGISTER) {
            return registerSchema(subject, schema);
        }
        try {
            return retried(() -> client.getId(subject, new AvroSchema(schema)));
        } catch (RestClientException e) {
            if (e.getStatus() == NOT_FOUND) {
                // One that differs in its descriptions alone, as the release before registered it, is as good.
                return idAmongVersions(subject, schema)
                        .orElseThrow(() -> new SchemaNotRegisteredException("the registry " + config.url()
                                + " does not have this version's schema under " + subject
                                + " (run: tidemark admin topics create)"));
            }
            throw new RegistryUnavailableException("subject " + subject, config, e);
        } catch (IOException | UncheckedIOException e) {
            throw new RegistryUnavailableException("subject " + subject, config, e);
        }
    }

    /** Where the release before registered the schema that its readers understand. */
    private Optional<Integer> earlierId(String subject, Schema schema) {
        return releaseBefore.schema(schema.getFullName()).flatMap(earlier -> idAmongVersions(subject, earlier));
    }

    /** By its fingerprint: the registered text may have other descriptions. */
    private Optional<Integer> idAmongVersions(String subject, Schema schema) {
        String wanted = SchemaIds.fingerprint(schema);
        try {
            for (int version : retried(() -> client.getAllVersions(subject))) {
                SchemaMetadata found = retried(() -> client.getSchemaMetadata(subject, version));
                if (SchemaIds.fingerprint(new AvroSchema(found.getSchema()).rawSchema())
                        .equals(wanted)) {
                    return Optional.of(found.getId());
                }
            }
            return Optional.empty();
        } catch (RestClientException e) {
            if (e.getStatus() == NOT_FOUND) {
                return Optional.empty();
            }
            throw new RegistryUnavailableException("subject " + subject, config, e);
        } catch (IOException | UncheckedIOException e) {
            throw new RegistryUnavailableException("subject " + subject, config, e);
        }
    }

    /**
     * A state that is added to a union cannot be read by the release before, which refuses the records that have it; what it does read is
     * written by its own schema ({@link ReleaseBefore}). So such a subject only asks that newer readers read older records.
     */
    private int registerSchema(String subject, Schema schema) {
        try {
            return retried(() -> client.register(subject, new AvroSchema(schema)));
        } catch (RestClientException e) {
            if (e.getStatus() == CONFLICT
                    && releaseBefore.schema(schema.getFullName()).isPresent()) {
                return registerBackward(subject, schema);
            }
            throw refused(subject, e);
        } catch (IOException | UncheckedIOException e) {
            throw new RegistryUnavailableException("subject " + subject, config, e);
        }
    }

    private int registerBackward(String subject, Schema schema) {
        try {
            setBackward(subject);
            return retried(() -> client.register(subject, new AvroSchema(schema)));
        } catch (RestClientException e) {
            throw refused(subject, e);
        } catch (IOException | UncheckedIOException e) {
            throw new RegistryUnavailableException("subject " + subject, config, e);
        }
    }

    private void setBackward(String subject) throws IOException, RestClientException {
        try {
            String unused = retried(() -> client.updateCompatibility(subject, "BACKWARD"));
        } catch (RestClientException e) {
            if (e.getStatus() == FORBIDDEN) {
                throw RegistryUnavailableException.noRightToSetCompatibility(subject, config.url(), e);
            }
            throw e;
        }
    }

    /** A question to the registry. */
    private interface Question<T> {
        T ask() throws IOException, RestClientException;
    }

    /** Asks again while the registry cannot answer. */
    private <T> T retried(Question<T> question) throws IOException, RestClientException {
        for (long pause = FIRST_PAUSE_NANOS; pause <= LAST_PAUSE_NANOS; pause *= 2) {
            try {
                return question.ask();
            } catch (RestClientException e) {
                if (!PassingStatuses.REGISTRY.contains(e.getStatus())) {
                    throw e;
                }
                pauseNanos.accept(pause);
            }
        }
        return question.ask();
    }

    private RuntimeException refused(String subject, RestClientException e) {
        if (e.getStatus() == CONFLICT) {
            return new SchemaNotRegisteredException(
                    "the registry " + config.url() + " refuses the schema of " + subject
                            + ": not compatible with its versions there: " + e.getMessage(),
                    e);
        }
        return new RegistryUnavailableException("subject " + subject, config, e);
    }
}
