package io.tidemark.archive.format;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes records out of the source as they are: what cannot be decoded is still a record. */
public final class KafkaRecordSchema implements KafkaRecordDeserializationSchema<KafkaRecord> {
    private static final long serialVersionUID = 1L;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> taken, Collector<KafkaRecord> out) {
        out.collect(new KafkaRecord(
                taken.topic(), taken.partition(), taken.offset(), taken.timestamp(), taken.key(), taken.value()));
    }

    @Override
    public TypeInformation<KafkaRecord> getProducedType() {
        return Types.POJO(KafkaRecord.class);
    }
}
