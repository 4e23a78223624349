package io.tidemark.faults;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/** Kafka's own broker and controller, as its start script runs it. Argument: its properties file. */
final class BrokerMain {
    private BrokerMain() {}

    public static void main(String[] arguments) throws IOException {
        Properties settings = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(arguments[0]))) {
            settings.load(file);
        }
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
        server.startup();
        server.awaitShutdown();
    }
}
