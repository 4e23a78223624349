package io.tidemark.bench.lane;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** The embedded broker and registry with one team's topics, in a process of their own; ends with its standard input. */
public final class BrokerProcess {
    static final Team TEAM = new Team("bench");

    private static final int PARTITIONS = 2;

    private BrokerProcess() {}

    /** @param arguments the folder for its data */
    public static void main(String[] arguments) throws IOException {
        try (LocalCluster cluster = LocalCluster.start(Path.of(arguments[0]))) {
            SchemaRegistry registry = SchemaRegistry.connect(RegistryConfig.embedded(cluster.registryUrl()));
            try (Admin admin =
                    Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers()))) {
                new TopicBootstrap(admin, registry).create(TEAM, PARTITIONS, (short) 1);
            }
            System.out.println(cluster.bootstrapServers() + " " + cluster.registryUrl());
            while (System.in.read() >= 0) {
                // Nothing is asked of it: only the end of its input matters.
            }
        }
    }
}
