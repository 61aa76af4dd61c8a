import { relatedRequest } from './relatedRequest';

const api = {
  resource: 'backups.anynines.com',
  serviceType: 'postgresql',
};
const instance = { cluster: 'west', namespace: 'shop', name: 'orders-db' };

it('orders a claim in the namespace of the instance', () => {
  expect(relatedRequest(api, instance, 'monday')).toEqual({
    cluster: 'west',
    namespace: 'shop',
    resource: 'backups.anynines.com',
    name: 'monday',
    spec: { instanceRef: 'orders-db', serviceInstanceType: 'postgresql' },
  });
});

it('names no service type when the service has none', () => {
  const { resource } = api;
  const request = relatedRequest(
    { resource, serviceType: undefined },
    instance,
    'monday',
  );
  expect(request.spec).toEqual({ instanceRef: 'orders-db' });
});

it('takes the fields of the order, also another instance', () => {
  const spec = { instanceRef: 'orders-db-restored', backupRef: 'sunday' };
  expect(relatedRequest(api, instance, 'monday', spec).spec).toEqual({
    instanceRef: 'orders-db-restored',
    serviceInstanceType: 'postgresql',
    backupRef: 'sunday',
  });
});
