package io.tidemark.archive.format;

import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.flink.formats.avro.SchemaCoder;
import org.apache.flink.formats.avro.registry.confluent.ConfluentSchemaRegistryCoder;
import org.jspecify.annotations.Nullable;

/** Flink's coder for Confluent's registry, which distinguishes an id that the registry does not know from a registry that does not answer. */
final class WriterSchemas implements SchemaCoder {
    private static final int NOT_FOUND = 404;

    private final ConfluentSchemaRegistryCoder coder;
    private final String event;

    /** @param event full name that a writer's schema must have */
    WriterSchemas(SchemaRegistryClient client, String event) {
        this.coder = new ConfluentSchemaRegistryCoder(client);
        this.event = event;
    }

    @Override
    public Schema readSchema(InputStream in) {
        Schema writer = asked(in);
        if (writer == null) {
            throw new NotThisEvent("its schema must be " + event + " but is not Avro");
        }
        if (!writer.getFullName().equals(event)) {
            throw new NotThisEvent("its schema must be " + event + " but is " + writer.getFullName());
        }
        return writer;
    }

    /** Null for a schema that is not Avro. */
    private @Nullable Schema asked(InputStream in) {
        try {
            return coder.readSchema(in);
        } catch (IOException e) {
            if (e.getCause() instanceof RestClientException answer && answer.getStatus() == NOT_FOUND) {
                throw new NotThisEvent("the registry does not know its schema: " + answer.getMessage());
            }
            throw new RegistryOutageException(e);
        } catch (UncheckedIOException e) {
            // No token for the registry.
            throw new RegistryOutageException(e);
        }
    }

    @Override
    public void writeSchema(Schema schema, OutputStream out) {
        throw new UnsupportedOperationException("the archive writes no events");
    }

    /** A record whose schema is not the event's: refused, not retried. */
    static final class NotThisEvent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotThisEvent(String message) {
            super(message);
        }
    }
}
