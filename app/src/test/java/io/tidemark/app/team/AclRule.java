package io.tidemark.app.team;

import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** A rule that is too wide, as somebody may have made it by hand. */
final class AclRule {
    private AclRule() {}

    static AclBinding readOfEverything(String user) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, "tidemark.", PatternType.PREFIXED),
                new AccessControlEntry("User:" + user, "*", AclOperation.READ, AclPermissionType.ALLOW));
    }

    static void allowReadOfEverything(SecuredCluster cluster, String user) throws Exception {
        try (Admin admin = cluster.connection(cluster.admin()).admin()) {
            admin.createAcls(List.of(readOfEverything(user))).all().get();
        }
    }

    static void disallowReadOfEverything(SecuredCluster cluster, String user) throws Exception {
        try (Admin admin = cluster.connection(cluster.admin()).admin()) {
            admin.deleteAcls(List.of(readOfEverything(user).toFilter())).all().get();
        }
    }
}
