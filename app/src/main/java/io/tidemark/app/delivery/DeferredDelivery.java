package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.SpoolPublisher;

/** Keeps the events of a run in files until its load is over: nothing runs beside the client, and a process that is killed leaves what it measured. */
abstract class DeferredDelivery implements RunDelivery {
    final SpooledRun spooled;
    private final LiveRunState figures;
    private final SpoolPublisher publisher;

    /** @param publisher into the files of {@code spooled}, which it has locked */
    DeferredDelivery(SpooledRun spooled, SpoolPublisher publisher) {
        this.spooled = spooled;
        this.figures = new LiveRunState(spooled.run().run());
        this.publisher = publisher;
        // Once its folder is locked, no process takes it for one that was left.
        spooled.write();
    }

    /**
     * Called once the load is over and the files hold all of it. Does nothing where this process counts the files: it does so when a command asks for
     * the results, and a command that is stopped leaves that to the next one.
     */
    void takeFiles() {}

    @Override
    public Publisher publisher() {
        return publisher;
    }

    @Override
    public LiveRunState figures() {
        return figures;
    }

    @Override
    public String remark() {
        return "results were computed after the load, with nothing beside the client while it ran";
    }

    @Override
    public void close() {
        publisher.close();
        takeFiles();
    }
}
