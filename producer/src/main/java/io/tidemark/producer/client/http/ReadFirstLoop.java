package io.tidemark.producer.client.http;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/**
 * The order of work on a client's thread: all ready sockets are read and stamped, then a slice of what waits is sent and parsed,
 * then the sockets are looked at again. The loop does not sleep while something waits.
 */
final class ReadFirstLoop implements IoHandler {
    private final IoHandler sockets;
    private final LoopWorkQueue turns;

    ReadFirstLoop(IoHandler sockets, LoopWorkQueue turns) {
        this.sockets = sockets;
        this.turns = turns;
    }

    @Override
    public int run(IoHandlerContext context) {
        int handled = sockets.run(turns.isIdle() ? context : new Awake(context));
        turns.runSlice();
        return handled;
    }

    @Override
    public void initialize() {
        sockets.initialize();
    }

    @Override
    public void prepareToDestroy() {
        sockets.prepareToDestroy();
    }

    @Override
    public void destroy() {
        sockets.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return sockets.register(handle);
    }

    @Override
    public void wakeup() {
        sockets.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return sockets.isCompatible(handleType);
    }

    /** Must not block. */
    private record Awake(IoHandlerContext context) implements IoHandlerContext {
        @Override
        public boolean canBlock() {
            return false;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return 0;
        }

        @Override
        public long deadlineNanos() {
            return context.deadlineNanos();
        }
    }
}
