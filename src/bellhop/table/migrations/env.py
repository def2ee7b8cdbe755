"""Alembic's entry point: runs the migrations on the store's connection."""

from alembic import context

from bellhop.table.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
