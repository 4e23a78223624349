package io.tidemark.archive.job;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.formats.parquet.ParquetBuilder;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/** How a file is written: Zstandard, lists in the three levels of Parquet's standard, a row group of at most 32 MiB held in memory. */
public final class ParquetWriterBuilder implements ParquetBuilder<GenericRecord> {
    private static final long serialVersionUID = 1L;
    private static final long ROW_GROUP_BYTES = 32L << 20;

    /** Of the buffer for compressed pages at first, which grows. By default it has the size of a page, 1 MiB, and a file has two. */
    private static final int COMPRESSED_BYTES = 16 << 10;

    private final String schema;

    public ParquetWriterBuilder(Schema schema) {
        this.schema = schema.toString();
    }

    @Override
    public ParquetWriter<GenericRecord> createWriter(OutputFile file) throws IOException {
        PlainParquetConfiguration settings = new PlainParquetConfiguration();
        settings.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
        return AvroParquetWriter.<GenericRecord>builder(file)
                .withConf(settings)
                .withSchema(new Schema.Parser().parse(schema))
                .withDataModel(GenericData.get())
                .withCodecFactory(new CodecFactory(settings, COMPRESSED_BYTES))
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .withRowGroupSize(ROW_GROUP_BYTES)
                .build();
    }
}
